// Which function calls which, and which of these calls are errors.
#include "calls.h"

namespace {

enum { MOST_SHARED = 48 << 10 }; // bytes of static shared memory in a kernel

std::map<unsigned, struct caller> callers;
std::set<unsigned> needed_by_variables;
// nvcc checks an implicit function when the first function that uses it has ended.
std::set<unsigned> known_implicit, used_by_host_first;

// Initialises the variables outside functions before main begins: nvcc does not check its calls.
bool is_initialization(tree function) {
    return DECL_ARTIFICIAL(function) && DECL_NAME(function) &&
           strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), "__static_init", 13) == 0;
}

bool is_template_instance(tree function) {
    return DECL_LANG_SPECIFIC(function) && DECL_TEMPLATE_INSTANTIATION(function);
}

std::string text_of_call(tree callee, enum space to, tree caller, enum space from) {
    const bool constant = DECL_DECLARED_CONSTEXPR_P(callee);
    std::string text = std::string("calling a ") + (constant ? "constexpr " : "") + qualifiers_of(to) +
                       " function '" + name_of(callee) + "' from a " +
                       (is_kernel_body(caller) ? "__global__" : qualifiers_of(from)) + " function '" +
                       name_of(caller) + "' is not allowed";
    if (to == SPACE_DEVICE)
        return text + ": only device code can call it";
    if (DECL_IN_SYSTEM_HEADER(callee) || DECL_IS_UNDECLARED_BUILTIN(callee))
        return text + ": there is no such function for the device";
    return text + ": add __device__ to '" + name_of(callee) + "'";
}

void call_of_device_function(const struct caller &caller, tree callee, location_t place) {
    if ((caller.space == SPACE_HOST || caller.space == SPACE_BOTH) && !is_template_instance(caller.function))
        if (!is_initialization(caller.function))
            error_at(place, "%s", text_of_call(callee, SPACE_DEVICE, caller.function, caller.space).c_str());
}

// True if nvcc generates code for the function regardless of its callers.
bool is_always_needed(tree function) {
    if (DECL_LANG_SPECIFIC(function) && DECL_EXPLICIT_INSTANTIATION(function))
        return true;
    if (is_kernel_body(function) || space_of(function) == SPACE_KERNEL || DECL_VIRTUAL_P(function))
        return true;
    return TREE_PUBLIC(function) && !DECL_DECLARED_INLINE_P(function) && !is_template_instance(function);
}

// The facts about the functions at the end.
struct judgement {
    std::set<unsigned> needed;
    std::map<unsigned, location_t> implicit_on_device; // used by device code alone, and the place of the use
};

void follow(struct judgement &judgement, unsigned number) {
    std::vector<unsigned> rest(1, number);
    while (!rest.empty()) {
        const unsigned next = rest.back();
        rest.pop_back();
        auto found = callers.find(next);
        if (!judgement.needed.insert(next).second || found == callers.end())
            continue;
        for (const struct use &use : found->second.uses)
            rest.push_back(use.function);
    }
}

void follow_implicit(struct judgement &judgement, unsigned number, location_t place) {
    auto found = callers.find(number);
    if (found == callers.end() || found->second.space != SPACE_IMPLICIT ||
        !judgement.implicit_on_device.insert(std::make_pair(number, place)).second)
        return;
    for (const struct use &use : found->second.uses)
        if (use.may_be_implicit)
            follow_implicit(judgement, use.function, place);
}

// Implicit code has no place of its own: its errors are shown at the end of the function that uses it.
location_t place_in_text(const struct caller &caller, location_t place, location_t end) {
    return place == caller.declared || place == UNKNOWN_LOCATION || DECL_ARTIFICIAL(caller.function) ? end
                                                                                                     : place;
}

void report(const struct judgement &judgement, unsigned number, const struct caller &caller) {
    auto implicit = judgement.implicit_on_device.find(number);
    const bool alone = caller.space == SPACE_DEVICE || caller.space == SPACE_KERNEL ||
                       implicit != judgement.implicit_on_device.end();
    if (!judgement.needed.count(number))
        return;
    for (const struct finding &finding : caller.findings)
        if (alone || (!finding.on_device_alone && caller.space == SPACE_BOTH))
            error_at(implicit == judgement.implicit_on_device.end()
                         ? finding.place
                         : place_in_text(caller, finding.place, implicit->second),
                     "%s", finding.text.c_str());
}

// The total of a kernel and the functions that it calls; they are one program for the assembler.
void check_shared_bytes(unsigned number, const struct caller &kernel) {
    struct judgement used;
    unsigned HOST_WIDE_INT bytes = 0;
    follow(used, number);
    for (unsigned next : used.needed) {
        auto found = callers.find(next);
        bytes += found == callers.end() ? 0 : found->second.shared_bytes;
    }
    if (bytes > MOST_SHARED)
        error_at(kernel.declared,
                 "a kernel uses too much shared memory (%wu bytes, 49152 at most): more is only possible "
                 "with extern __shared__ and cudaFuncSetAttribute",
                 bytes);
}

} // namespace

struct caller &calls_of(tree function) {
    struct caller &caller = callers[DECL_UID(function)];
    caller.function = function;
    caller.space = space_of(function);
    caller.declared = DECL_SOURCE_LOCATION(function);
    caller.is_root = is_always_needed(function);
    return caller;
}

void calls_add(struct caller &caller, tree callee, location_t place, bool is_call) {
    callee = function_of_variant(callee);
    const enum space to = is_host_builtin(callee) && !in_system_header_at(place) ? SPACE_HOST
                          : language_options.relaxed_constexpr && DECL_DECLARED_CONSTEXPR_P(callee)
                              ? SPACE_BOTH
                              : space_of(callee);
    caller.uses.push_back({DECL_UID(callee), place, to == SPACE_IMPLICIT});
    if (to == SPACE_IMPLICIT && known_implicit.insert(DECL_UID(callee)).second && caller.space == SPACE_HOST)
        used_by_host_first.insert(DECL_UID(callee));
    if (to == SPACE_DEVICE && is_call)
        call_of_device_function(caller, callee, place);
    if (to != SPACE_HOST || !(caller.space & (SPACE_DEVICE | SPACE_IMPLICIT)))
        return;
    if (is_call)
        calls_add_finding(caller, place, true, text_of_call(callee, to, caller.function, SPACE_DEVICE));
    else
        calls_add_finding(caller, place, true,
                          "identifier '" + name_of(callee) +
                              "' is undefined in device code: it is a function of the host");
}

void calls_add_root(tree function) { needed_by_variables.insert(DECL_UID(function_of_variant(function))); }

void calls_add_finding(struct caller &caller, location_t place, bool on_device_alone,
                       const std::string &text) {
    caller.findings.push_back({place, text, on_device_alone});
}

void calls_judge() {
    struct judgement judgement;
    for (const auto &entry : callers)
        if (entry.second.is_root || needed_by_variables.count(entry.first))
            follow(judgement, entry.first);
    for (const auto &entry : callers)
        if (entry.second.space == SPACE_DEVICE && judgement.needed.count(entry.first))
            for (const struct use &use : entry.second.uses)
                if (use.may_be_implicit && !used_by_host_first.count(use.function))
                    follow_implicit(judgement, use.function,
                                    is_template_instance(entry.second.function) ? use.place
                                                                                : entry.second.end);
    for (const auto &entry : callers) {
        report(judgement, entry.first, entry.second);
        if (entry.second.space == SPACE_KERNEL && judgement.needed.count(entry.first))
            check_shared_bytes(entry.first, entry.second);
    }
    callers.clear();
}

bool calls_is_empty(tree function) {
    auto found = callers.find(DECL_UID(function));
    return found != callers.end() && found->second.is_empty;
}

bool calls_has_kernel_body(tree kernel) {
    auto found = callers.find(DECL_UID(kernel));
    return found != callers.end() && !found->second.uses.empty();
}

// A place in the line, if the compiler can name one: the function's own place otherwise. After a long line
// the compiler begins another map of lines to places, so the right map is searched for.
static location_t place_of_line(tree function, int line) {
    const char *file = expand_location(DECL_SOURCE_LOCATION(function)).file;
    for (unsigned i = LINEMAPS_ORDINARY_USED(line_table); i-- > 0;) {
        const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT(line_table, i);
        if (strcmp(ORDINARY_MAP_FILE_NAME(map), file) != 0 ||
            (int)ORDINARY_MAP_STARTING_LINE_NUMBER(map) > line)
            continue;
        const location_t place = linemap_position_for_line_and_column(line_table, map, line, 1);
        if (expand_location(place).line == line)
            return place;
    }
    return DECL_SOURCE_LOCATION(function);
}

void calls_add_constant(tree function, tree constant, int line) {
    struct caller &caller = callers[DECL_UID(function)];
    const enum space to = language_options.relaxed_constexpr ? SPACE_BOTH : space_of(constant);
    for (const auto &entry : callers)
        for (const struct use &use : entry.second.uses)
            if (use.function == DECL_UID(constant) && expand_location(use.place).line == line)
                return; // it is a call, too
    const location_t place = place_of_line(function, line);
    if (to == SPACE_DEVICE)
        call_of_device_function(caller, constant, place);
    else if (to == SPACE_HOST && (caller.space == SPACE_DEVICE || caller.space == SPACE_KERNEL))
        calls_add_finding(caller, place, true, text_of_call(constant, to, function, caller.space));
}
