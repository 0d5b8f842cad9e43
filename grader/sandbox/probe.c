// Which tier a machine has: found by running a harmless program in it, since no setting is a sure sign.
#include "box.h"
#include "sandbox/sandbox.h"
#include "sandbox/supervise.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/language.h"

struct probed {
    bool done, works;
    struct error error;
};

// The supervisor counts and ends the processes of a box by these lists.
static bool has_lists_of_children(struct error *error) {
    if (access("/proc/thread-self/children", R_OK) == 0)
        return true;
    return error_set(error, "/proc has no lists of children (kernel option CONFIG_PROC_CHILDREN)");
}

static bool run_true(enum sandbox_tier tier, struct error *error) {
    static const char *const argv[] = {"/usr/bin/true", NULL}, *const env[] = {NULL};
    const struct sandbox_spawn spawn = {
        .argv = argv,
        .env = env,
        .limits = {10, 5, 64 << 20, 8, 4096, 4096},
        .profile = SANDBOX_RUN,
        .tier = tier,
    };
    struct sandbox_result result;
    if (!has_lists_of_children(error))
        return false;
    struct sandbox_process *process = sandbox_start(&spawn, error);
    if (process == NULL)
        return false;
    sandbox_wait(process, &result, -1);
    bool works = result.verdict == SANDBOX_EXITED && result.exit_code == 0;
    if (!works)
        error_set(error, "%s", result.message);
    sandbox_free(process);
    return works;
}

static bool setting_is(const char *path, char value) {
    FILE *file = fopen(path, "re");
    int first = file != NULL ? getc(file) : EOF;
    if (file != NULL)
        fclose(file);
    return first == value;
}

static const char *advice(enum sandbox_tier tier) {
    if (tier == SANDBOX_TIER_A)
        return "it needs root, control groups with limits for memory and processes, and all that tier B "
               "needs";
    if (tier == SANDBOX_CONTAINER)
        return "it needs a kernel with system-call filters";
    if (tier == SANDBOX_TIER_C)
        return "it needs a kernel with Landlock (Linux 5.13 or newer, \"landlock\" in its lsm= list)";
    if (setting_is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", '1')) {
        return "AppArmor restricts user namespaces here; an administrator can give /usr/bin/bwrap a profile "
               "with "
               "\"userns,\" or run: sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    }
    if (setting_is("/proc/sys/kernel/unprivileged_userns_clone", '0')) {
        return "an administrator can run: sysctl kernel.unprivileged_userns_clone=1";
    }
    if (setting_is("/proc/sys/user/max_user_namespaces", '0')) {
        return "an administrator can run: sysctl user.max_user_namespaces=10000";
    }
    return "it needs bubblewrap 0.5 or newer (package bubblewrap), and user namespaces, which containers "
           "often forbid";
}

bool sandbox_probe_tier(enum sandbox_tier tier, struct error *error) {
    static struct probed tiers[4];
    struct probed *probed = &tiers[tier - SANDBOX_TIER_A];
    if (!probed->done) {
        struct error cause = {""};
        probed->works = run_true(tier, &cause);
        if (!probed->works) {
            char *link = strstr(cause.text, ". See <"); // Debian's bwrap ends so; advice() says what to do
            if (link)
                *link = '\0';
            error_set(&probed->error, "no tier %s: %.300s; %s", sandbox_tier_name(tier), cause.text,
                      advice(tier));
        }
        probed->done = true;
    }
    error_set(error, "%s", probed->error.text);
    return probed->works;
}

static bool container_is_wanted;

bool sandbox_use_container(struct error *error) {
    if (!sandbox_probe_tier(SANDBOX_CONTAINER, error))
        return false;
    // Files are as open to the program as to its user: the memory of this process must not be one of them.
    prctl(PR_SET_DUMPABLE, 0);
    return container_is_wanted = true;
}

enum sandbox_tier sandbox_probe(struct error *error) {
    static const enum sandbox_tier tiers[] = {SANDBOX_TIER_A, SANDBOX_TIER_B, SANDBOX_TIER_C};
    error->text[0] = '\0';
    if (container_is_wanted)
        return SANDBOX_CONTAINER;
    for (size_t i = 0; i < sizeof tiers / sizeof tiers[0]; i++) {
        struct error cause;
        if (sandbox_probe_tier(tiers[i], &cause))
            return tiers[i];
        // An ordinary user never has tier A: that is no news.
        if (tiers[i] == SANDBOX_TIER_A && geteuid() != 0)
            continue;
        const size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, "%s%s", length ? "; " : "", cause.text);
    }
    return SANDBOX_TIER_NONE;
}

bool sandbox_tier_suffices(enum sandbox_tier tier, enum sandbox_tier wanted) {
    return tier != SANDBOX_TIER_NONE && (wanted == SANDBOX_TIER_NONE || tier <= wanted);
}

const char *sandbox_tier_name(enum sandbox_tier tier) {
    static const char names[][2] = {"A", "B", "C"};
    if (tier == SANDBOX_CONTAINER)
        return "container";
    return tier == SANDBOX_TIER_NONE ? "none" : names[tier - SANDBOX_TIER_A];
}

const char *sandbox_tier_words(enum sandbox_tier tier) {
    static char words[200];
    char box[128];
    struct cgroup groups;
    if (tier == SANDBOX_CONTAINER)
        return language_of(
            "no sandbox of its own: a container of this machine's, a system-call filter and limits");
    if (tier == SANDBOX_TIER_C)
        return language_of("Landlock and a system-call filter");
    bubblewrap_words(bubblewrap_here(), box, sizeof box);
    if (tier == SANDBOX_TIER_B)
        snprintf(words, sizeof words, "%s", box);
    else
        snprintf(words, sizeof words, language_of("control groups of version %d, own user and %s"),
                 cgroup_find(&groups, NULL) && groups.version == 2 ? 2 : 1, box);
    return words;
}
