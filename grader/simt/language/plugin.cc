// A plugin of g++, which `simtcc` compiles CUDA sources with: CUDA's rules about which code runs where.
//
// The translator puts an attribute in place of each qualifier (translate/qualifiers.c), and the engine's
// headers have them (simt/qualifiers.h). Attributes are checked where they are declared (attributes.cc,
// kernels.cc). When a function has been parsed, its body is read (walk.cc): what is wrong in any case is
// reported at once. What is wrong only in code that is made for the device is judged at the end (calls.cc).
// What g++ refuses and nvcc takes is only warned of (tolerated.cc). All this changes nothing of the program.
// A function that ends without its return comes back nonetheless (missing_return.cc), and those of the device
// are inlined (inlining.cc). At last a call of the engine is put at the start of each basic block
// (code_pass.cc).
#include "calls.h"
#include "code_pass.h"
#include "constants.h"
#include "inlining.h"
#include "kernels.h"
#include "memory.h"
#include "missing_return.h"
#include "overrides.h"
#include "pragmas.h"
#include "tolerated.h"

// Required of every plugin: the MIT license is compatible.
int plugin_is_GPL_compatible;

struct language_options language_options;

static void finish_function(void *function, void *) {
    tree decl = static_cast<tree>(function);
    if (TREE_CODE(decl) != FUNCTION_DECL || !DECL_SAVED_TREE(decl))
        return;
    if (space_of(decl) == SPACE_KERNEL)
        kernel_check_definition(decl);
    else if (lookup_attribute("simt_launch_bounds", DECL_ATTRIBUTES(decl)))
        error_at(DECL_SOURCE_LOCATION(decl), "__launch_bounds__ is only allowed on a __global__ function");
    walk_function(decl);
    constants_end(decl);
    inlining_finish(decl);
}

static void start_function(void *function, void *) {
    if (TREE_CODE(static_cast<tree>(function)) == FUNCTION_DECL)
        constants_begin(static_cast<tree>(function));
}

static void finish_declaration(void *declaration, void *) {
    tree decl = static_cast<tree>(declaration);
    if (VAR_P(decl))
        kernel_check_local(decl);
    if (VAR_P(decl) && !processing_template_decl && (TREE_STATIC(decl) || DECL_EXTERNAL(decl))) {
        walk_initializer(decl);
        memory_declare(decl);
    }
}

static void finish_type(void *type, void *) {
    if (type && CLASS_TYPE_P(static_cast<tree>(type)))
        overrides_check(static_cast<tree>(type));
}

static void finish_unit(void *, void *) { calls_judge(); }

int plugin_init(plugin_name_args *arguments, plugin_gcc_version *version) {
    // The compiler's structures change with every version of it.
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    for (int i = 0; i < arguments->argc; i++) {
        language_options.relaxed_constexpr |= strcmp(arguments->argv[i].key, "relaxed_constexpr") == 0;
        language_options.extended_lambda |= strcmp(arguments->argv[i].key, "extended_lambda") == 0;
        language_options.trusted_host |= strcmp(arguments->argv[i].key, "trusted_host") == 0;
        language_options.watch_divisions |= strcmp(arguments->argv[i].key, "watch_divisions") == 0;
    }
    const char *name = arguments->base_name;
    register_callback(name, PLUGIN_ATTRIBUTES, attributes_register, NULL);
    register_callback(name, PLUGIN_PRAGMAS, pragmas_register, NULL);
    register_callback(name, PLUGIN_START_PARSE_FUNCTION, start_function, NULL);
    register_callback(name, PLUGIN_PRE_GENERICIZE, finish_function, NULL);
    register_callback(name, PLUGIN_FINISH_DECL, finish_declaration, NULL);
    register_callback(name, PLUGIN_FINISH_TYPE, finish_type, NULL);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_START, finish_unit, NULL);
    register_callback(name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
    tolerated_begin();
    missing_return_register(name);
    inlining_register(name);
    code_pass_register(name);
    return 0;
}
