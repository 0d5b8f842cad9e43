// Code that g++ rejects and nvcc accepts: its errors become warnings just before they are shown.
//
// nvcc's own compiler reads device code, and writes new declarations for the host's compiler. So some rules
// of g++ apply to neither. An error of g++ is recognised by its message format. One other error is moved.
#include "tolerated.h"

#include "space.h"
// After the compiler's other headers.
#include "diagnostic.h"

namespace {

struct tolerated {
    const char *text;
    bool in_device_code_alone; // the host's compiler sees the other side
};

const struct tolerated table[] = {
    {"duplicate %qs", false},
    {"return-statement with no value, in function returning %qT", false},
    {"jump to case label", true},
    {"narrowing conversion of %qE from %qH to %qI", true},
};

diagnostic_starter_fn show;

#if GCCPLUGIN_VERSION_MAJOR >= 14
typedef const diagnostic_info shown_info;
const char *text_of(const diagnostic_info *info) { return info->message.m_format_spec; }
int &count_of(diagnostic_context *context, diagnostic_t kind) { return context->diagnostic_count(kind); }
#else
typedef diagnostic_info shown_info;
const char *text_of(const diagnostic_info *info) { return info->message.format_spec; }
int &count_of(diagnostic_context *context, diagnostic_t kind) { return diagnostic_kind_count(context, kind); }
#endif

bool is_in_device_code() {
    if (!current_function_decl)
        return false;
    const enum space space = space_of(current_function_decl);
    return space == SPACE_DEVICE || space == SPACE_KERNEL;
}

bool is_tolerated(const diagnostic_info *info) {
    const char *text = text_of(info);
    for (const struct tolerated &row : table)
        if (text && (strcmp(text, row.text) == 0 || strcmp(text, _(row.text)) == 0))
            return !row.in_device_code_alone || is_in_device_code();
    return false;
}

// For a missing semicolon nvcc names the line of the next word, and g++ that of the last one.
void move_to_token(const diagnostic_info *info) {
    const char *text = text_of(info);
    if (info->kind == DK_ERROR && text && strncmp(text, "expected %<;%>", 14) == 0 &&
        expand_location(input_location).file == expand_location(info->richloc->get_loc()).file)
        info->richloc->set_range(0, input_location, SHOW_RANGE_WITH_CARET);
}

void show_tolerantly(diagnostic_context *context, shown_info *info) {
    if (info->kind == DK_ERROR && is_tolerated(info)) {
        count_of(context, DK_ERROR)--;
        count_of(context, DK_WARNING)++;
        const_cast<diagnostic_info *>(info)->kind = DK_WARNING;
    }
    move_to_token(info);
    show(context, info);
}

} // namespace

void tolerated_begin() {
    show = diagnostic_starter(global_dc);
    diagnostic_starter(global_dc) = show_tolerantly;
}
