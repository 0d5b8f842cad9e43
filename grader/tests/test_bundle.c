// A bundle ("make bundle") on machines that lack something, without root: its message if the processor,
// the C library or the compiler is unsuitable, that it leaves nothing behind then, and that it finds
// its own libraries. The bundle is made of links to the build at hand, with a copy of a library. make
// check-bundle tries the archive.
// Inputs: grading grader/mk grader/class grader/po
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skip.h"

static char folder[] = "/tmp/warplab-bundle-XXXXXX", printed[16384];

// Runs a command in the shell, where $W is the folder. @return its exit code; both outputs are in `printed`
static int shell(const char *command) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define GRADE "$W/grade lab3 --backend cpu --submission $W/labs/lab3 2>&1"
// The machine without one of its programs: a non-executable empty file hides it.
#define WITHOUT(program)                                                                                     \
    "touch $W/empty; bwrap --dev-bind / / --ro-bind $W/empty \"$(readlink -f /usr/bin/" program ")\" "
#define RECORD(line) "sed -i '" line "' $W/build/bundled; "

static const struct {
    const char *name, *command;
    const char *says; // the whole message; a % matches anything
} refusals[] = {
    {"another processor", "setarch i686 " GRADE,
     "Warplab: this bundle is for the processor x86_64, and this machine has i686.\n"},
    {"an older C library", RECORD("s/^glibc=.*/glibc=9.1/") GRADE,
     "Warplab: this bundle needs the C library glibc 9.1 or newer, and this system has 2.%.\n"},
    {"no compiler", WITHOUT("g++") GRADE,
     "Warplab: g++ is missing, which no bundle brings: install g++ (gcc-c++ on Fedora and openSUSE, gcc on "
     "Arch), or "
     "ask who runs this machine.\n"},
    {"no linker", WITHOUT("ld") GRADE,
     "Warplab: ld is missing, which no bundle brings: install binutils (binutils on Fedora and openSUSE, "
     "binutils on "
     "Arch), or ask who runs this machine.\n"},
    {"a compiler that cannot compile", WITHOUT("as") "bash -c 'chmod +x $W/empty; " GRADE "'",
     "Warplab: first run with this g++ (%): compiling headers, about ten seconds\nWarplab: this machine's "
     "g++ % does not build and run a program with this bundle: %\n"},
    {"no bundle at all", "rm $W/build/bundled; " GRADE, "Warplab: this is no bundle: run make build\n"},
};

// Whether a text matches a pattern.
static int matches(const char *text, const char *pattern) {
    const char *any = strchr(pattern, '%');
    const size_t length = any ? (size_t)(any - pattern) : strlen(pattern);
    if (strncmp(text, pattern, length) != 0)
        return 0;
    if (!any)
        return text[length] == '\0';
    for (text += length; *text; text++)
        if (matches(text, any + 1))
            return 1;
    return 0;
}

START_TEST(what_is_missing_is_named_and_nothing_is_left_behind) {
    if (strstr(refusals[_i].command, "bwrap") && shell("bwrap --dev-bind / / true 2>&1") != 0)
        test_skip("bwrap cannot hide a program here");
    const int code = shell(refusals[_i].command);
    ck_assert_msg(code == 2, "%s: exit code %d, and it says: %s", refusals[_i].name, code, printed);
    ck_assert_msg(matches(printed, refusals[_i].says), "%s: it says: %s", refusals[_i].name, printed);
    ck_assert_int_eq(shell("cd $W/build && ls -d fit* precompiled lib/simt_*.so labs 2>/dev/null"), 2);
    ck_assert_str_eq(printed, "");
}
END_TEST

START_TEST(archives_are_to_be_unpacked_first) {
    ck_assert_int_eq(shell("mkdir -p $W/class/s01 && cp labs/lab3/lab3.cu $W/class/s01 && echo '// begun' "
                           ">>$W/class/s01/lab3.cu && "
                           "tar -C $W -czf $W/class.tar.gz class && $W/grade --help >/dev/null 2>&1"),
                     0);
    ck_assert_int_eq(shell("$W/grade batch $W/class.tar.gz --db $W/class.db 2>&1"), 2);
    ck_assert_str_eq(printed, "grade: a bundle has no program that opens archives: unpack them first\n");
    ck_assert_int_eq(shell("$W/grade batch $W/class --backend cpu --db $W/class.db >/dev/null 2>&1 && "
                           "$W/grade export csv --db $W/class.db | grep '^s01,'"),
                     0);
}
END_TEST

// The bundled library is used, and not the system's.
START_TEST(it_finds_its_libraries_in_itself) {
    ck_assert_int_eq(shell("cp \"$(g++ -print-file-name=libcjson.so)\" $W/build/lib/bundled/libcjson.so.1 && "
                           "ln -s libcjson.so.1 $W/build/lib/bundled/libcjson.so"),
                     0);
    ck_assert_int_eq(shell(GRADE), 1);
    ck_assert_msg(strstr(printed, "Score: 5 / 100"), "it says: %s", printed);
    ck_assert_int_eq(shell("grep -c . $W/build/fitted >/dev/null && ls $W/build/fit.* 2>/dev/null"), 2);
    ck_assert_int_eq(
        shell("echo 'int main() { return 0; }' >$W/try.cu && $W/build/bin/simtcc $W/try.cu -o $W/try && "
              "$W/try && ldd $W/try | grep -q \"libcjson.so.1 => $W/build/lib/bundled/\""),
        0);
    ck_assert_int_eq(shell("$W/grade lab3 --backend cpu --submission solutions/lab3 2>&1") & ~1, 0);
    ck_assert_msg(!strstr(printed, "first run"), "it says: %s", printed);
    char plugin[sizeof folder + 32];
    snprintf(plugin, sizeof plugin, "%s/build/lib/simt_language.so", folder);
    // Without the plugins the reference may lose points, and the report says so.
    if (access(plugin, F_OK) == 0)
        ck_assert_msg(strstr(printed, "Score: 100 / 100") && !strstr(printed, "no plugin"), "it says: %s",
                      printed);
    else
        ck_assert_msg(strstr(printed, "this bundle has no plugin"), "it says: %s", printed);
}
END_TEST

static void make_bundle(void) {
    strcpy(folder, "/tmp/warplab-bundle-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("W", folder, 1);
    ck_assert_int_eq(
        shell("mkdir -p $W/build/bin $W/build/lib/bundled $W/build/lib/plugins/here && cp -R labs $W && "
              "cp grader/mk/bundled-grade.sh $W/grade && "
              "cp grade build/bin/simtcc build/bin/sandbox-exec $W/build/bin && "
              "ln -s $PWD/Makefile $PWD/grader $W && "
              "ln -s $PWD/build/include $W/build/include && ln -s $PWD/build/lib/*.a $PWD/build/lib/*.o "
              "$PWD/build/lib/*.txt $W/build/lib && "
              "ln -s $PWD/build/lib/simt_*.so $W/build/lib/plugins/here && printf "
              "'machine=%s\\nglibc=2.17\\n' \"$(uname -m)\" >$W/build/bundled"),
        0);
}
static void remove_bundle(void) { ck_assert_int_eq(shell("rm -r $W"), 0); }

int main(void) {
    Suite *suite = suite_create("bundle");
    TCase *cases = tcase_create("machines");
    tcase_set_timeout(cases, 120);
    tcase_add_checked_fixture(cases, make_bundle, remove_bundle);
    tcase_add_loop_test(cases, what_is_missing_is_named_and_nothing_is_left_behind, 0,
                        (int)(sizeof refusals / sizeof *refusals));
    tcase_add_test(cases, archives_are_to_be_unpacked_first);
    tcase_add_test(cases, it_finds_its_libraries_in_itself);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
