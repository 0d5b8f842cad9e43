// Calls of constexpr functions that the compiler replaced by their value while it parsed.
#include "constants.h"

#include <stdio.h>
#include <stdlib.h>

#include "cgraph.h"

namespace {

// A constexpr function that runs on one side only.
struct constant_function {
    tree function;
    bool was_used; // before the function that is parsed now
};

std::vector<struct constant_function> known;
tree present; // the function that is parsed now, NULL_TREE if none is

bool is_name_character(char c) { return ISALNUM(c) || c == '_'; }

// True if the line has the word before a comment.
bool has_word(const char *line, const char *word) {
    const size_t length = strlen(word);
    const char *comment = strstr(line, "//");
    for (const char *at = strstr(line, word); at && (!comment || at < comment); at = strstr(at + 1, word))
        if ((at == line || !is_name_character(at[-1])) && !is_name_character(at[length]))
            return true;
    return false;
}

// The first line of the function's text that has the word; 0 if none has.
int line_of_word(tree function, const char *word) {
    const expanded_location first = expand_location(DECL_SOURCE_LOCATION(function));
    const expanded_location last = expand_location(input_location); // the closing brace
    FILE *file =
        first.file && last.file && strcmp(first.file, last.file) == 0 ? fopen(first.file, "r") : NULL;
    char *line = NULL;
    size_t size = 0;
    int found = 0;
    for (int number = 1; file && !found && number <= last.line && getline(&line, &size, file) >= 0; number++)
        if (number >= first.line && has_word(line, word))
            found = number;
    free(line);
    if (file)
        fclose(file);
    return found;
}

bool is_constant_function(tree function) {
    if (!DECL_LANG_SPECIFIC(function) || !DECL_DECLARED_CONSTEXPR_P(function) || is_of_lambda(function))
        return false;
    const enum space space = space_of(function);
    return space == SPACE_HOST || space == SPACE_DEVICE;
}

const char *word_of(tree function) {
    tree name =
        DECL_CONSTRUCTOR_P(function) ? DECL_NAME(TYPE_NAME(DECL_CONTEXT(function))) : DECL_NAME(function);
    return name && !IDENTIFIER_ANY_OP_P(name) ? IDENTIFIER_POINTER(name) : NULL;
}

// True if a variant of the constructor, or the function itself, is marked.
bool is_marked(tree function) {
    tree variant;
    bool marked = TREE_USED(function);
    FOR_EACH_CLONE(variant, function)
    marked |= TREE_USED(variant);
    return marked;
}

void clear_mark(tree function) {
    tree variant;
    TREE_USED(function) = 0;
    FOR_EACH_CLONE(variant, function)
    TREE_USED(variant) = 0;
}

void set_mark(tree function) {
    tree variant;
    TREE_USED(function) = 1;
    FOR_EACH_CLONE(variant, function)
    TREE_USED(variant) = 1;
}

// Precompiled headers are read at once, and no function of theirs was seen to end.
void know_precompiled() {
    static bool done;
    if (done)
        return;
    done = true;
    for (symtab_node *node = symtab->first_symbol(); node; node = node->next)
        if (TREE_CODE(node->decl) == FUNCTION_DECL && is_constant_function(node->decl))
            known.push_back({node->decl, false});
}

} // namespace

void constants_begin(tree function) {
    know_precompiled();
    if (processing_template_decl || DECL_TEMPLATE_INFO(function) || present)
        return;
    present = function;
    for (struct constant_function &constant : known) {
        constant.was_used = is_marked(constant.function);
        clear_mark(constant.function);
    }
}

void constants_end(tree function) {
    if (is_constant_function(function) && !DECL_TEMPLATE_INSTANTIATION(function))
        known.push_back({function, false});
    if (function != present)
        return;
    present = NULL_TREE;
    for (const struct constant_function &constant : known) {
        const char *word = is_marked(constant.function) ? word_of(constant.function) : NULL;
        const int line = word && constant.function != function ? line_of_word(function, word) : 0;
        if (line)
            calls_add_constant(function, constant.function, line);
        if (constant.was_used)
            set_mark(constant.function);
    }
}
