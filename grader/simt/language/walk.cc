// Reads the body of a function after parsing: templates are instantiated, nothing is inlined yet.
#include "calls.h"
#include "kernels.h"
#include "memory.h"

namespace {

// The reader's position.
struct reader {
    struct caller &caller;
    location_t place;     // of the expression around
    bool fixed = false;   // the place is that of a declaration around
    int refused_line = 0; // the last line in which a vector was refused
};

tree visit(tree *node, int *subtrees, void *data);

void read(struct reader &reader, tree *node) { cp_walk_tree_without_duplicates(node, visit, &reader); }

bool on_device(const struct reader &reader) {
    return (reader.caller.space & (SPACE_DEVICE | SPACE_IMPLICIT)) != 0;
}

// True if device code is certain to be generated: then nvcc rejects anything the device language lacks.
bool is_device_code(const struct reader &reader) { return (reader.caller.space & SPACE_DEVICE) != 0; }

// A use of a variable: of its value, or of its address.
void use_variable(const struct reader &reader, tree variable, bool value) {
    if (!on_device(reader) || !is_host_variable(variable))
        return;
    if (value && has_constant_value(variable))
        return;
    const std::string name = decl_as_string(variable, TFF_SCOPE);
    calls_add_finding(reader.caller, reader.place, false,
                      "identifier '" + name + "' is undefined in device code: it is a variable of the host" +
                          (DECL_IN_SYSTEM_HEADER(variable)
                               ? ""
                               : "; pass it as an argument, or declare it __device__ or __constant__"));
}

// g++ has vectors of any size. nvcc supports them, but not in device code.
void check_vector(struct reader &reader, tree expression) {
    const int line = expand_location(reader.place).line;
    if (!is_device_code(reader) || !TREE_TYPE(expression) || !VECTOR_TYPE_P(TREE_TYPE(expression)) ||
        line == reader.refused_line)
        return;
    error_at(reader.place, "a vector of the compiler (vector_size) is not supported in device code: use "
                           "CUDA's int4, float4 and the like");
    reader.refused_line = line;
}

// The variable that an expression is a part of, such as `v.x`; or the expression itself.
tree base_of(tree expression, bool through_indices) {
    for (;;) {
        if (TREE_CODE(expression) == COMPONENT_REF || location_wrapper_p(expression) ||
            (through_indices && TREE_CODE(expression) == ARRAY_REF))
            expression = TREE_OPERAND(expression, 0);
        else
            return expression;
    }
}

tree called_function(tree function) {
    while (function && (CONVERT_EXPR_P(function) || TREE_CODE(function) == NON_LVALUE_EXPR ||
                        TREE_CODE(function) == ADDR_EXPR || location_wrapper_p(function)))
        function = TREE_OPERAND(function, 0);
    return function && TREE_CODE(function) == FUNCTION_DECL ? function : NULL_TREE;
}

// The function that a virtual call names; which one runs is known at run time.
tree virtual_function(tree reference) {
    tree entry = TYPE_BINFO(obj_type_ref_class(reference));
    entry = entry ? BINFO_VIRTUALS(entry) : NULL_TREE;
    tree token = OBJ_TYPE_REF_TOKEN(reference);
    for (unsigned HOST_WIDE_INT index = tree_fits_uhwi_p(token) ? tree_to_uhwi(token) : 0; entry && index;
         index--)
        entry = TREE_CHAIN(entry);
    return entry ? BV_FN(entry) : NULL_TREE;
}

bool is_engine_function(tree function, const char *name) {
    return DECL_NAME(function) && id_equal(DECL_NAME(function), name);
}

// A shared variable is memory requested from the engine (translate/shared.c).
void check_shared_memory(const struct reader &reader, tree callee) {
    const bool shared = is_engine_function(callee, "simt_shared_variable") ||
                        is_engine_function(callee, "simt_extern_shared");
    if (shared && (reader.caller.space & SPACE_HOST) &&
        !is_engine_function(reader.caller.function, "simt_extern_shared"))
        error_at(reader.place,
                 "a __shared__ variable is not allowed inside a host function body: only kernels and "
                 "__device__ functions have shared memory");
}

void check_operator(const struct reader &reader, tree callee) {
    if (is_device_code(reader) && DECL_NAME(callee) && id_equal(DECL_NAME(callee), "__dynamic_cast"))
        error_at(reader.place, "the operator 'dynamic_cast' is not allowed in device code");
}

void call(const struct reader &reader, tree callee) {
    if (space_of(callee) == SPACE_KERNEL) {
        calls_add(reader.caller, callee, reader.place, true);
        error_at(
            reader.place,
            "a __global__ function call must be configured: launch it with '%s<<<blocks, threads>>>(...)'",
            IDENTIFIER_POINTER(DECL_NAME(callee)));
        return;
    }
    check_shared_memory(reader, callee);
    check_operator(reader, callee);
    calls_add(reader.caller, callee, reader.place, true);
}

tree first_place(tree *node, int *, void *) {
    return EXPR_P(*node) && EXPR_HAS_LOCATION(*node) ? *node : NULL_TREE;
}

// True if the compiler supplied the declaration's default argument: all its places are that of the call.
bool is_left_out(tree argument, tree otherwise, location_t call) {
    tree placed = cp_walk_tree_without_duplicates(&argument, first_place, NULL);
    if (placed)
        return EXPR_P(otherwise) && EXPR_LOCATION(placed) == call;
    while (argument && CONVERT_EXPR_P(argument))
        argument = TREE_OPERAND(argument, 0);
    return argument == otherwise && DECL_P(otherwise);
}

// Reads the arguments, and for an omitted one the declaration's default, at its place there.
void read_arguments(struct reader &reader, tree expression, tree callee) {
    tree parameter = callee ? FUNCTION_FIRST_USER_PARMTYPE(callee) : NULL_TREE;
    const int first = 3, skipped = callee ? num_artificial_parms_for(callee) : 0;
    const int is_method = callee && TREE_CODE(TREE_TYPE(callee)) == METHOD_TYPE;
    const location_t call = reader.place;
    for (int i = first; i < TREE_OPERAND_LENGTH(expression); i++) {
        tree *argument = &TREE_OPERAND(expression, i);
        tree otherwise = NULL_TREE;
        if (i >= first + MAX(skipped, is_method) && parameter) {
            otherwise = TREE_PURPOSE(parameter);
            parameter = TREE_CHAIN(parameter);
        }
        const bool left_out = otherwise && is_left_out(*argument, otherwise, call);
        if (left_out && !reader.fixed)
            reader.place = EXPR_LOC_OR_LOC(otherwise, DECL_SOURCE_LOCATION(FUNCTION_FIRST_USER_PARM(callee)));
        if (*argument)
            read(reader, left_out ? &otherwise : argument);
        reader.place = call;
    }
}

bool is_function_of_simt(tree callee, const char *name) {
    return callee && is_engine_function(callee, name) && DECL_NAMESPACE_SCOPE_P(callee) &&
           DECL_NAME(DECL_CONTEXT(callee)) && id_equal(DECL_NAME(DECL_CONTEXT(callee)), "simt");
}

// The translator passes an assigned value through a function (translate/returned.c). An argument passed by
// its address, or by one of two addresses, counts as a use of its value.
void read_value_at(struct reader &reader, tree address) {
    while (CONVERT_EXPR_P(address) || TREE_CODE(address) == NON_LVALUE_EXPR)
        address = TREE_OPERAND(address, 0);
    const bool is_choice = TREE_CODE(address) == COND_EXPR;
    if (is_choice)
        read(reader, &TREE_OPERAND(address, 0));
    for (int i = 1; is_choice && i < 3; i++)
        if (TREE_OPERAND(address, i))
            read_value_at(reader, TREE_OPERAND(address, i));
    if (TREE_CODE(address) == ADDR_EXPR && VAR_P(TREE_OPERAND(address, 0)))
        use_variable(reader, TREE_OPERAND(address, 0), true);
    else if (TREE_CODE(address) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(address, 0)) == COND_EXPR)
        read_value_at(reader, TREE_OPERAND(address, 0));
    else if (!is_choice)
        read(reader, &address);
}

void read_call(struct reader &reader, tree expression) {
    tree function = TREE_OPERAND(expression, 1), callee = called_function(function);
    if (is_function_of_simt(callee, "returned") && call_expr_nargs(expression) == 1) {
        read_value_at(reader, CALL_EXPR_ARG(expression, 0));
        return;
    }
    if (callee)
        call(reader, callee);
    else if (function && TREE_CODE(function) == OBJ_TYPE_REF) {
        tree named = virtual_function(function);
        if (named && !DECL_DESTRUCTOR_P(named)) // nvcc does not check a virtual destructor
            call(reader, named);
        read(reader, &OBJ_TYPE_REF_EXPR(function));
    } else if (function) {
        read(reader, &TREE_OPERAND(expression, 1));
    }
    read_arguments(reader, expression, callee);
}

// `k<<<g, b>>>(args)` is `simt::configure(g, b), k(args)` by now.
bool configures(tree expression) {
    while (CONVERT_EXPR_P(expression) || TREE_CODE(expression) == CLEANUP_POINT_EXPR ||
           TREE_CODE(expression) == EXPR_STMT)
        expression = TREE_OPERAND(expression, 0);
    if (TREE_CODE(expression) != CALL_EXPR)
        return false;
    tree callee = called_function(CALL_EXPR_FN(expression));
    return is_function_of_simt(callee, "configure");
}

void launch(struct reader &reader, tree expression) {
    tree callee = called_function(CALL_EXPR_FN(expression));
    if (EXPR_HAS_LOCATION(expression))
        reader.place = EXPR_LOCATION(expression);
    if (callee && space_of(callee) == SPACE_KERNEL) {
        calls_add(reader.caller, callee, reader.place, true);
        kernel_check_arguments(callee, reader.place);
    } else if (callee && space_of(callee) == SPACE_DEVICE) {
        calls_add(reader.caller, callee, reader.place, true);
    } else if (callee) {
        error_at(reader.place, "a %s function call cannot be configured: '%s' is no __global__ function",
                 space_of(callee) == SPACE_BOTH ? "__device__" : "host", name_of(callee).c_str());
    } else {
        read(reader, &CALL_EXPR_FN(expression));
    }
    read_arguments(reader, expression, NULL_TREE);
}

tree launched(tree expression) {
    while (CONVERT_EXPR_P(expression) || TREE_CODE(expression) == CLEANUP_POINT_EXPR)
        expression = TREE_OPERAND(expression, 0);
    return TREE_CODE(expression) == CALL_EXPR && CALL_EXPR_FN(expression) ? expression : NULL_TREE;
}

void read_address(struct reader &reader, tree expression) {
    tree operand = TREE_OPERAND(expression, 0), base = base_of(operand, true);
    if (TREE_CODE(base) == FUNCTION_DECL)
        calls_add(reader.caller, base, reader.place, false);
    else if (VAR_P(base))
        use_variable(reader, base, false);
    else if (TREE_CODE(base) == LABEL_DECL && is_device_code(reader))
        error_at(reader.place, "the address of a label is not supported in device code");
    if (!DECL_P(base) || TREE_CODE(operand) == ARRAY_REF)
        read(reader, &TREE_OPERAND(expression, 0));
}

// A static variable is in device memory there, and has its value before the program begins.
void check_static(const struct reader &reader, tree variable) {
    if (DECL_NAME(variable) && strncmp(IDENTIFIER_POINTER(DECL_NAME(variable)), "simt_", 5) == 0)
        return; // the translator's
    if (is_device_code(reader) && DECL_NAME(variable) && !DECL_ARTIFICIAL(variable) &&
        CP_DECL_THREAD_LOCAL_P(variable))
        error_at(DECL_SOURCE_LOCATION(variable), "a thread_local variable is not allowed in device code");
    else if (is_device_code(reader) && TREE_STATIC(variable) && DECL_NONTRIVIALLY_INITIALIZED_P(variable) &&
             !DECL_INITIALIZED_BY_CONSTANT_EXPRESSION_P(variable) && !DECL_ARTIFICIAL(variable))
        error_at(DECL_SOURCE_LOCATION(variable),
                 "dynamic initialization is not supported for a function-scope static "
                 "variable within device code");
}

void read_declaration(struct reader &reader, tree statement) {
    tree variable = DECL_EXPR_DECL(statement);
    if (!VAR_P(variable))
        return;
    check_static(reader, variable);
    if (is_device_code(reader) && variably_modified_type_p(TREE_TYPE(variable), NULL_TREE))
        error_at(DECL_SOURCE_LOCATION(variable),
                 "the size of an array must be a constant in device code: there are "
                 "no variable-length arrays");
    reader.place = DECL_SOURCE_LOCATION(variable);
    if (!DECL_INITIAL(variable) || DECL_INITIAL(variable) == error_mark_node)
        return;
    reader.fixed = TREE_CONSTANT(DECL_INITIAL(variable));
    read(reader, &DECL_INITIAL(variable));
    reader.fixed = false;
}

void refuse_exceptions(const struct reader &reader, tree statement) {
    const location_t place = EXPR_LOC_OR_LOC(statement, reader.place);
    if (is_device_code(reader) && !in_system_header_at(place)) // Thrust's own are for its host systems
        error_at(place, "device code does not support exception handling");
}

void check_assignment(const struct reader &reader, tree expression) {
    tree place = TREE_OPERAND(expression, 0);
    while (location_wrapper_p(place))
        place = TREE_OPERAND(place, 0);
    if (VAR_P(place) && is_constant_memory(place))
        error_at(reader.place,
                 "'%s' cannot be assigned to: it is __constant__, and cudaMemcpyToSymbol changes it",
                 decl_as_string(place, TFF_SCOPE));
}

// All other expressions: their operands, one after another, with the place of the expression itself.
void read_operands(struct reader &reader, tree expression) {
    for (int i = 0; i < TREE_OPERAND_LENGTH(expression); i++)
        if (TREE_OPERAND(expression, i))
            read(reader, &TREE_OPERAND(expression, i));
}

// The end of a function's outermost block for nvcc: its first return, or its last statement.
struct ending {
    location_t last;
    bool returns;
};

tree visit_ending(tree *node, int *subtrees, void *data) {
    struct ending &ending = *static_cast<struct ending *>(data);
    const bool whole = TREE_CODE(*node) == EXPR_STMT || TREE_CODE(*node) == DECL_EXPR ||
                       TREE_CODE(*node) == FOR_STMT || TREE_CODE(*node) == RETURN_EXPR;
    if (TYPE_P(*node) || DECL_P(*node) || TREE_CODE(*node) == LAMBDA_EXPR || whole)
        *subtrees = 0;
    if (!EXPR_P(*node))
        return NULL_TREE;
    tree placed = whole ? cp_walk_tree_without_duplicates(node, first_place, NULL) : NULL_TREE;
    if (placed)
        ending.last = get_range_from_loc(line_table, EXPR_LOCATION(placed)).m_start;
    ending.returns = TREE_CODE(*node) == RETURN_EXPR;
    return ending.returns ? *node : NULL_TREE;
}

// The destructor of a variable, which the compiler places at the closing brace.
void read_cleanup(struct reader &reader, tree statement) {
    read(reader, &CLEANUP_BODY(statement));
    tree placed = cp_walk_tree_without_duplicates(&CLEANUP_EXPR(statement), first_place, NULL);
    if (placed && LOCATION_LINE(EXPR_LOCATION(placed)) == LOCATION_LINE(input_location) && !reader.fixed) {
        struct ending ending = {
            CLEANUP_DECL(statement) ? DECL_SOURCE_LOCATION(CLEANUP_DECL(statement)) : reader.place, false};
        cp_walk_tree_without_duplicates(&CLEANUP_BODY(statement), visit_ending, &ending);
        reader.place = ending.last;
        reader.fixed = true;
        read(reader, &CLEANUP_EXPR(statement));
        reader.fixed = false;
    } else {
        read(reader, &CLEANUP_EXPR(statement));
    }
}

tree asks_for_side(tree *node, int *, void *) {
    tree callee = TREE_CODE(*node) == CALL_EXPR ? called_function(CALL_EXPR_FN(*node)) : NULL_TREE;
    return callee && is_engine_function(callee, "simt_on_device") ? callee : NULL_TREE;
}

// A function with a part for either side (translate/sides.c): each part is read as a function of its side.
void read_sides(struct reader &reader, tree statement) {
    const enum space space = reader.caller.space;
    if (space & SPACE_DEVICE) {
        reader.caller.space = SPACE_DEVICE;
        read(reader, &THEN_CLAUSE(statement));
    }
    reader.caller.space = SPACE_HOST;
    if (space & SPACE_HOST && ELSE_CLAUSE(statement))
        read(reader, &ELSE_CLAUSE(statement));
    reader.caller.space = space;
}

bool read_special(struct reader &reader, tree expression) {
    switch (TREE_CODE(expression)) {
    case CLEANUP_STMT:
        read_cleanup(reader, expression);
        return true;
    case IF_STMT:
        if (!cp_walk_tree_without_duplicates(&IF_COND(expression), asks_for_side, NULL))
            return false;
        read_sides(reader, expression);
        return true;
    case CALL_EXPR:
    case AGGR_INIT_EXPR:
        read_call(reader, expression);
        return true;
    case ADDR_EXPR:
        read_address(reader, expression);
        return true;
    case DECL_EXPR:
        read_declaration(reader, expression);
        return true;
    case COMPOUND_EXPR:
        if (!configures(TREE_OPERAND(expression, 0)) || !launched(TREE_OPERAND(expression, 1)))
            return false;
        read(reader, &TREE_OPERAND(expression, 0));
        launch(reader, launched(TREE_OPERAND(expression, 1)));
        return true;
    default:
        return false;
    }
}

// The body of a kernel is a lambda, which may have any return type.
void check_return(const struct reader &reader) {
    if (is_kernel_body(reader.caller.function) && !VOID_TYPE_P(TREE_TYPE(TREE_TYPE(reader.caller.function))))
        error_at(reader.place, "a __global__ function returns nothing: store results through a pointer");
}

void check_expression(const struct reader &reader, tree expression) {
    switch (TREE_CODE(expression)) {
    case TRY_BLOCK:
    case THROW_EXPR:
        return refuse_exceptions(reader, expression);
    case RETURN_EXPR:
        return check_return(reader);
    case MODIFY_EXPR:
    case MODOP_EXPR:
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
        return check_assignment(reader, expression);
    case ARRAY_REF: {
        tree base = base_of(TREE_OPERAND(expression, 0), true);
        if (VAR_P(base))
            use_variable(reader, base, false);
        return;
    }
    default:
        return;
    }
}

void visit_declaration(const struct reader &reader, tree decl) {
    if (TREE_CODE(decl) == FUNCTION_DECL)
        calls_add(reader.caller, decl, reader.place, false);
    else if (VAR_P(decl) && DECL_TINFO_P(decl) && is_device_code(reader))
        error_at(reader.place, "the operator 'typeid' is not allowed in device code");
    else if (VAR_P(decl)) {
        memory_use(reader.caller, decl);
        use_variable(reader, decl, true);
    }
}

bool is_unevaluated(tree expression) {
    switch (TREE_CODE(expression)) {
    case SIZEOF_EXPR:
    case ALIGNOF_EXPR:
    case NOEXCEPT_EXPR:
        return true;
    default:
        return false;
    }
}

// A constructor begins with a statement without code.
bool begins_lifetime(tree expression) {
    return (TREE_CODE(expression) == MODIFY_EXPR || TREE_CODE(expression) == INIT_EXPR) &&
           TREE_CLOBBER_P(TREE_OPERAND(expression, 1));
}

tree visit(tree *node, int *subtrees, void *data) {
    struct reader &reader = *static_cast<struct reader *>(data);
    tree expression = *node;
    if (TYPE_P(expression) || DECL_P(expression) || TREE_CODE(expression) == LAMBDA_EXPR) {
        *subtrees = 0;
        if (DECL_P(expression))
            visit_declaration(reader, expression);
        return NULL_TREE;
    }
    if (TREE_CODE(expression) == PTRMEM_CST && TREE_CODE(PTRMEM_CST_MEMBER(expression)) == FUNCTION_DECL)
        calls_add(reader.caller, PTRMEM_CST_MEMBER(expression), reader.place, false);
    if (!EXPR_P(expression))
        return NULL_TREE;
    *subtrees = 0;
    if (TREE_CODE(expression) == BIND_EXPR) {
        read(reader, &BIND_EXPR_BODY(expression)); // the variables' values are read at their declarations
        return NULL_TREE;
    }
    if (is_unevaluated(expression))
        return NULL_TREE;
    if (TREE_CODE(expression) != MUST_NOT_THROW_EXPR && TREE_CODE(expression) != CLEANUP_POINT_EXPR &&
        TREE_CODE(expression) != EXPR_STMT && !begins_lifetime(expression))
        reader.caller.is_empty = false;
    const location_t before = reader.place;
    if (EXPR_HAS_LOCATION(expression) && !reader.fixed)
        reader.place = EXPR_LOCATION(expression);
    check_expression(reader, expression);
    check_vector(reader, expression);
    if (!read_special(reader, expression))
        read_operands(reader, expression);
    if (TREE_CODE(expression) == INIT_EXPR)
        memory_declare_local(reader.caller, TREE_OPERAND(expression, 0), TREE_OPERAND(expression, 1));
    reader.place = before;
    return NULL_TREE;
}

} // namespace

void walk_function(tree function) {
    struct caller &caller = calls_of(function);
    struct reader reader = {caller, DECL_SOURCE_LOCATION(function)};
    if (is_of_lambda(function) && has_qualifier(function) && !language_options.extended_lambda)
        error_at(DECL_SOURCE_LOCATION(function),
                 "a lambda can be __host__ or __device__ only with the option --extended-lambda");
    if (is_kernel_body(function))
        calls_of(decl_function_context(TYPE_NAME(DECL_CONTEXT(function))))
            .uses.push_back({DECL_UID(function), reader.place, false});
    read(reader, &DECL_SAVED_TREE(function));
    caller.end = input_location;
}

namespace {

// The initial value of a variable outside functions.
struct initial {
    tree variable;
    bool in_device_memory;
};

tree visit_initial(tree *node, int *subtrees, void *data) {
    const struct initial *initial = static_cast<const struct initial *>(data);
    tree decl = *node;
    if (TYPE_P(decl))
        *subtrees = 0;
    const bool function = TREE_CODE(decl) == FUNCTION_DECL;
    if (function)
        calls_add_root(decl);
    if (!initial->in_device_memory ||
        !(function ? space_of(decl) == SPACE_HOST : VAR_P(decl) && is_host_variable(decl)))
        return NULL_TREE;
    error_at(DECL_SOURCE_LOCATION(initial->variable),
             function ? "identifier '%s' is undefined in device code: it is a function of the host"
                      : "identifier '%s' is undefined in device code: it is a variable of the host",
             decl_as_string(decl, TFF_SCOPE));
    return NULL_TREE;
}

// A device variable may have an empty constructor; it is not called.
bool is_empty_constructor(tree expression) {
    tree callee = TREE_CODE(expression) == CALL_EXPR || TREE_CODE(expression) == AGGR_INIT_EXPR
                      ? called_function(TREE_OPERAND(expression, 1))
                      : NULL_TREE;
    return callee && DECL_CONSTRUCTOR_P(callee) && call_expr_nargs(expression) <= 1 &&
           calls_is_empty(function_of_variant(callee));
}

bool runs_before_main(tree variable) {
    if (TYPE_HAS_NONTRIVIAL_DESTRUCTOR(strip_array_types(TREE_TYPE(variable))))
        return true;
    for (tree entry = static_aggregates; entry; entry = TREE_CHAIN(entry))
        if (TREE_VALUE(entry) == variable) {
            tree value = TREE_PURPOSE(entry);
            while (value && (CONVERT_EXPR_P(value) || TREE_CODE(value) == CLEANUP_POINT_EXPR ||
                             TREE_CODE(value) == EXPR_STMT))
                value = TREE_OPERAND(value, 0);
            return !value || !is_empty_constructor(value);
        }
    return false;
}

} // namespace

void walk_initializer(tree variable) {
    struct initial initial = {variable, is_device_variable(variable)};
    if (decl_function_context(variable) || DECL_IN_SYSTEM_HEADER(variable))
        return;
    if (DECL_INITIAL(variable) && DECL_INITIAL(variable) != error_mark_node)
        cp_walk_tree_without_duplicates(&DECL_INITIAL(variable), visit_initial, &initial);
    if (initial.in_device_memory && !DECL_EXTERNAL(variable) && runs_before_main(variable))
        error_at(DECL_SOURCE_LOCATION(variable),
                 "dynamic initialization is not supported for a variable in device memory");
}
