// A plugin of g++, which `simtcc` compiles CUDA sources with.
//
// The engine learns of a store by the calls that -fsanitize=thread puts before it. That pass was made to find
// races, and leaves stores alone that can have none, or that it was never taught of: foremost those of a
// function that returns a structure straight into the place of another. Here these stores are made to be
// seen: always what functions return, so that races and unwritten memory are found rightly, and, with the
// argument "confined", every other store as well, so that no code that nobody trusts writes where the engine
// has not been asked (confine/guard/guard.h).
#include "gcc.h"

#include <cstring>

// Required of every plugin: the MIT license is compatible.
int plugin_is_GPL_compatible;

static void add_pass(const char *plugin, gimple_opt_pass *pass, const char *beside,
                     pass_positioning_ops where) {
    register_pass_info info = {pass, beside, 0, where};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

int plugin_init(plugin_name_args *arguments, plugin_gcc_version *version) {
    // The compiler's structures change with every version of it.
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    bool confined = false;
    for (int i = 0; i < arguments->argc; i++)
        confined |= strcmp(arguments->argv[i].key, "confined") == 0;
    for (bool unoptimized : {false, true}) {
        const char *tsan = unoptimized ? "tsan0" : "tsan";
        add_pass(arguments->base_name, results_pass(g, unoptimized), tsan, PASS_POS_INSERT_BEFORE);
        if (confined)
            add_pass(arguments->base_name, stores_pass(g, unoptimized), tsan, PASS_POS_INSERT_AFTER);
    }
    return 0;
}
