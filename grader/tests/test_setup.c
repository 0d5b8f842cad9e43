// setup.sh on other systems: the names of packages there, its install commands, and its
// messages if it cannot install. Package managers are stand-ins that record their command line; the script is
// the real one.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char folder[32], printed[16384];

// Runs a command in the shell, where $W is the folder. @return its exit code; both outputs are in `printed`
static int shell(const char *command) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A system by its os-release, with only the script's own requirements on the PATH.
#define SYSTEM(lines) "printf '" lines "' >$W/os-release; "
// A previous program goes first: it may be a link to one of this machine's.
#define PROGRAM(name, body)                                                                                  \
    "rm -f $W/path/" name "; printf '#!/bin/sh\\n%s\\n' '" body "' >$W/path/" name                           \
    "; chmod +x $W/path/" name "; "
#define ROOT PROGRAM("id", "echo 0")
#define NOBODY PROGRAM("id", "echo 1000")
#define RECORDS(name) PROGRAM(name, "echo called: " name " \"$@\"")
#define FAILS(name) PROGRAM(name, "echo no such package; exit 1")
// Leaves the programs that were requested: they answer like the real ones of a complete system, without g++'s
// plugins.
#define INSTALLS_GXX(name, version)                                                                          \
    PROGRAM(name,                                                                                            \
            "echo called: " name " \"$@\"; for p in make bwrap sqlite3 xmllint msgfmt g++ pkg-config; do "   \
            "/bin/cp --remove-destination $W/tool $W/path/$p; done")                                         \
    "printf '#!/bin/sh\\ncase $1 in -dumpversion) echo " version ";; *) echo /nowhere;; esac\\n' >$W/tool; " \
    "chmod +x $W/tool; "
#define INSTALLS(name) INSTALLS_GXX(name, "14")
#define COMPILER "env PATH=$W/path grader/mk/compiler.sh 2>&1"
#define RUN(mode) "env PATH=$W/path OS_RELEASE=$W/os-release grader/mk/setup.sh " mode " 2>&1"

#define FEDORA SYSTEM("NAME=\"Fedora Linux\"\\nID=fedora\\n")
#define ROCKY SYSTEM("ID=\"rocky\"\\nID_LIKE=\"rhel centos fedora\"\\n")
#define ARCH SYSTEM("ID=arch\\n")
#define TUMBLEWEED SYSTEM("ID=\"opensuse-tumbleweed\"\\nID_LIKE=\"opensuse suse\"\\n")
#define MINT SYSTEM("ID=linuxmint\\nID_LIKE=\"ubuntu debian\"\\n")
#define UNKNOWN SYSTEM("ID=plan9\\n")

static const struct {
    const char *name, *command;
    int code;
    const char *says;     // somewhere
    const char *says_not; // nowhere, or NULL
} systems[] = {
    {"Fedora's names", FEDORA ROOT RECORDS("dnf") RUN("install"), 2,
     "called: dnf install -y --setopt=install_weak_deps=False make bubblewrap sqlite libxml2 gettext gcc-c++ "
     "boost-devel "
     "pkgconf-pkg-config pkgconfig(libdw) pkgconfig(libelf) pkgconfig(libcjson) pkgconfig(libseccomp) "
     "pkgconfig(capstone) "
     "pkgconfig(sqlite3) pkgconfig(libmd) pkgconfig(libarchive) pkgconfig(yaml-0.1) pkgconfig(check)\n",
     NULL},
    {"one like Fedora", ROCKY ROOT RECORDS("dnf") RUN("install"), 2, "called: dnf install", NULL},
    {"Arch's names", ARCH ROOT RECORDS("pacman") RUN("install"), 2,
     "called: pacman -S --needed --noconfirm make bubblewrap sqlite libxml2 gettext gcc boost pkgconf libelf "
     "cjson "
     "libseccomp capstone libmd libarchive libyaml check\n",
     NULL},
    {"openSUSE's names", TUMBLEWEED ROOT RECORDS("zypper") RUN("install"), 2,
     "called: zypper --non-interactive install --no-recommends make bubblewrap sqlite3 libxml2-tools "
     "gettext-tools "
     "gcc-c++ libboost_context-devel pkgconf-pkg-config pkgconfig(libdw) pkgconfig(libelf) "
     "pkgconfig(libcjson) "
     "pkgconfig(libseccomp) pkgconfig(capstone) pkgconfig(sqlite3) pkgconfig(libmd) pkgconfig(libarchive) "
     "pkgconfig(yaml-0.1) pkgconfig(check)\n",
     NULL},
    {"one like Debian", MINT ROOT RECORDS("apt-get") RUN("install"), 2,
     "called: apt-get install -q -y --no-install-recommends make bubblewrap sqlite3 libxml2-utils", NULL},
    {"apt-get on Fedora is not its own", FEDORA ROOT RECORDS("apt-get") RECORDS("dnf") RUN("install"), 2,
     "called: dnf", "called: apt-get"},
    {"dnf on openSUSE is not its own", TUMBLEWEED ROOT RECORDS("dnf") RECORDS("zypper") RUN("install"), 2,
     "called: zypper", "called: dnf"},
    {"all installed", FEDORA ROOT INSTALLS("dnf") RUN("install"), 0,
     "\ncalled: dnf install -y --setopt=install_weak_deps=False gcc-plugin-devel\n", "still"},
    {"openSUSE's plugin headers", TUMBLEWEED ROOT INSTALLS("zypper") RUN("install"), 0,
     "--no-recommends gcc14-devel\n", NULL},
    {"Arch's plugin headers come with gcc", ARCH ROOT INSTALLS("pacman") RUN("install"), 0,
     "Without g++ 12 or newer and its headers for plugins the engine's guard", "gcc-14-plugin-dev"},
    {"Ubuntu 22.04 gets a newer g++", MINT ROOT INSTALLS_GXX("apt-get", "11") RUN("install"), 0,
     "called: apt-get install -q -y --no-install-recommends g++-12 gcc-12-plugin-dev\n", "gcc-11-plugin-dev"},
    {"and is told where there is none",
     MINT NOBODY INSTALLS_GXX("apt-get", "11") "$W/path/apt-get >$W/said; " RUN("install"), 0,
     "Without g++ 12 or newer and its headers for plugins (g++-12 gcc-12-plugin-dev) ", "called: "},
    {"a g++ that is new enough", PROGRAM("g++", "echo 14") PROGRAM("g++-12", "echo 12") COMPILER, 0, "g++\n",
     "-"},
    {"a newer one beside it",
     PROGRAM("g++", "echo 11") PROGRAM("g++-11", "echo 11") PROGRAM("g++-13", "echo 13") COMPILER, 0,
     "g++-13\n", NULL},
    {"none that is newer", PROGRAM("g++", "echo 11") PROGRAM("g++-11", "echo 11") COMPILER, 0, "g++-11\n",
     NULL},
    {"an older one under no other name", PROGRAM("g++", "echo 9.3.0") COMPILER, 0, "g++\n", "-"},
    {"arm64 without them has nothing to go on with",
     ARCH ROOT INSTALLS("pacman") PROGRAM("uname", "echo aarch64") RUN("install"), 2,
     "On this processor nothing can be compiled without them", NULL},
    {"installed, and still not there", FEDORA ROOT RECORDS("dnf") RUN("install"), 2,
     "still not found after that: make bubblewrap", "plugin"},
    {"a package that is not there", ARCH ROOT FAILS("pacman") RUN("install"), 2,
     "no such package\nWarplab needs packages that are not installed here: make bubblewrap", "plugin"},
    {"no administrator", FEDORA NOBODY RECORDS("dnf") RUN("install"), 2,
     "Ask an administrator for: dnf install -y --setopt=install_weak_deps=False 'make' 'bubblewrap'",
     "called:"},
    {"brackets can be pasted", FEDORA NOBODY RECORDS("dnf") RUN("install"), 2, " 'pkgconfig(libdw)' ",
     "called:"},
    {"only a check", FEDORA ROOT RECORDS("dnf") RUN("check"), 2, "pkgconf-pkg-config pkgconfig(libdw)",
     "called:"},
    {"the manager is missing", FEDORA ROOT RUN("install"), 2,
     "There is no dnf here. What is looked for, by Debian's names: make bubblewrap", NULL},
    {"unknown system", UNKNOWN ROOT RUN("install"), 2,
     "Install by hand what your system (plan9) calls these, then run make again.", "called:"},
    {"unknown system, named", UNKNOWN ROOT RUN("install"), 2,
     "not installed here: make bubblewrap sqlite3 libxml2-utils gettext g++ libboost-context-dev pkg-config "
     "libdw-dev",
     NULL},
    {"unknown system with a known manager", UNKNOWN ROOT RECORDS("pacman") RUN("install"), 2,
     "your system (plan9)", "called:"},
    {"unknown processor", FEDORA ROOT RECORDS("dnf") PROGRAM("uname", "echo riscv64") RUN("install"), 2,
     "Warplab runs on these processors: x86_64 aarch64 and this machine has riscv64.\nNothing was installed.",
     "called:"},
    {"known processor", FEDORA ROOT RECORDS("dnf") PROGRAM("uname", "echo x86_64") RUN("install"), 2,
     "called: dnf install", "processors"},
    {"no os-release", "rm -f $W/os-release; " ROOT RUN("install"), 2, "your system (unknown)", "called:"},
    {"decks on Fedora", FEDORA ROOT RECORDS("dnf") RUN("check slides"), 2, "not installed here: nodejs npm\n",
     "called:"},
    {"decks cannot be installed by name", FEDORA ROOT RECORDS("dnf") RUN("install slides"), 2,
     "No names for dnf are known of: nodejs npm", "called:"},
    {"the list has Debian's names", FEDORA ROOT RUN("list"), 0, "make\nbubblewrap\nsqlite3\nlibxml2-utils\n",
     "doxygen"},
    {"the tests need more than the build", FEDORA ROOT RECORDS("dnf") RUN("install tests"), 2,
     "called: dnf install -y --setopt=install_weak_deps=False doxygen\n", "bubblewrap"},
};

START_TEST(packages_have_the_names_of_the_system) {
    const int code = shell(systems[_i].command);
    ck_assert_msg(code == systems[_i].code, "%s: exit code %d, and it says: %s", systems[_i].name, code,
                  printed);
    ck_assert_msg(strstr(printed, systems[_i].says) != NULL, "%s: it says: %s", systems[_i].name, printed);
    ck_assert_msg(!systems[_i].says_not || !strstr(printed, systems[_i].says_not), "%s: it says: %s",
                  systems[_i].name, printed);
}
END_TEST

static void make_folder(void) {
    strcpy(folder, "/tmp/warplab-setup-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("W", folder, 1);
    ck_assert_int_eq(shell("mkdir $W/path; for p in sh env cut sed; do ln -s $(command -v $p) $W/path; done"),
                     0);
}
static void remove_folder(void) { ck_assert_int_eq(shell("rm -r $W"), 0); }

int main(void) {
    Suite *suite = suite_create("setup");
    TCase *cases = tcase_create("systems");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_loop_test(cases, packages_have_the_names_of_the_system, 0, sizeof systems / sizeof systems[0]);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
