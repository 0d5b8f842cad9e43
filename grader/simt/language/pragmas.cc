// Notes each `#pragma unroll` by its line. Source: CUDA C++ Programming Guide, "#pragma unroll".
#include "pragmas.h"
#include "gcc.h"

#include "c-family/c-pragma.h"

namespace {

enum { FARTHEST = 4 }; // lines, less one, from the pragma to its loop: comments may be between

std::map<std::pair<std::string, int>, unsigned> said;

// With a number, in parentheses or not; anything else is a constant's name.
unsigned number_of_pragma() {
    tree value;
    enum cpp_ttype type = pragma_lex(&value);
    if (type == CPP_OPEN_PAREN)
        type = pragma_lex(&value);
    const bool is_number = type == CPP_NUMBER && TREE_CODE(value) == INTEGER_CST && tree_fits_uhwi_p(value);
    const unsigned all = UNROLL_ALL;
    const unsigned number = is_number ? (unsigned)MIN(tree_to_uhwi(value), all) : all;
    while (type != CPP_EOF)
        type = pragma_lex(&value);
    return number == 0 ? 1 : number;
}

void note_unroll(cpp_reader *) {
    const expanded_location place = expand_location(input_location);
    const unsigned number = number_of_pragma();
    if (place.file)
        said[{place.file, place.line}] = number;
}

} // namespace

void pragmas_register(void *, void *) { c_register_pragma_with_expansion(NULL, "unroll", note_unroll); }

unsigned pragmas_unroll(const char *file, int after, int line) {
    for (int before = line; file && before > std::max(after, line - FARTHEST); before--) {
        auto found = said.find({file, before});
        if (found != said.end())
            return found->second;
    }
    return UNROLL_UNSAID;
}
