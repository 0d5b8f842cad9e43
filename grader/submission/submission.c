// The student's file: finds it, reads it once, and normalises its line ends.
#include "submission.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/language.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "base/work_directory.h"

// O_NONBLOCK: opening a FIFO must not wait for a writer.
static int open_source(const char *path, int more) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | more);
}

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool read_all(struct submission *submission, int file) {
    submission->text = malloc(SUBMISSION_MAX_BYTES + 2); // one byte to see an excess, one zero byte
    while (submission->text && submission->length <= SUBMISSION_MAX_BYTES) {
        const ssize_t got =
            read(file, submission->text + submission->length, SUBMISSION_MAX_BYTES + 1 - submission->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        submission->length += (size_t)got;
    }
    return submission->text != NULL;
}

static void drop_byte_order_mark(struct submission *submission) {
    if (submission->length < 3 || memcmp(submission->text, "\xef\xbb\xbf", 3) != 0)
        return;
    submission->length -= 3;
    memmove(submission->text, submission->text + 3, submission->length);
    snprintf(submission->note, sizeof submission->note,
             language_of("%s begins with a byte order mark, which was left out"), submission->name);
}

static void unify_line_ends(struct submission *submission) {
    size_t to = 0;
    for (size_t from = 0; from < submission->length; from++) {
        const bool crlf = submission->text[from] == '\r' && from + 1 < submission->length &&
                          submission->text[from + 1] == '\n';
        if (!crlf)
            submission->text[to++] = submission->text[from];
    }
    if (to < submission->length)
        snprintf(submission->note, sizeof submission->note,
                 language_of("%s has Windows line ends (CR LF), read as plain ones"), submission->name);
    submission->length = to;
}

static int line_at(const char *text, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

// A person who reviews the source would not see what the compiler reads. That need not be intended: text in a
// right-to-left script may contain such characters.
static void note_directions(struct submission *submission) {
    const size_t at = utf8_find_direction(submission->text, submission->length);
    char character[4] = "";
    if (at == submission->length)
        return;
    snprintf(character, sizeof character, "%.3s", submission->text + at); // of two bytes or three
    character[utf8_valid_prefix(character, strlen(character))] = '\0';
    snprintf(submission->note, sizeof submission->note,
             language_of(
                 "%s has a character in line %d that changes the direction of text (%.6s): a reader may see "
                 "another order of words than the compiler"),
             submission->name, line_at(submission->text, at), utf8_line(character).text);
}

static void check_bytes(struct submission *submission) {
    const char *zero = memchr(submission->text, '\0', submission->length);
    if (submission->length > SUBMISSION_MAX_BYTES)
        error_set(&submission->error, "%s is larger than 1 MiB", submission->name);
    else if (zero)
        error_set(&submission->error, "%s is not a text file: there is a zero byte in line %d",
                  submission->name, line_at(submission->text, (size_t)(zero - submission->text)));
    const size_t good = utf8_valid_prefix(submission->text, submission->length);
    if (good < submission->length && submission->error.text[0] == '\0')
        snprintf(submission->note, sizeof submission->note,
                 language_of("%s is not UTF-8 (line %d; Latin-1, perhaps): harmless in a comment"),
                 submission->name, line_at(submission->text, good));
    note_directions(submission);
}

// Opens the file if it is a regular file. In a folder that was handed in it must not be a link: the author
// could point it at any file. There, any other kind of file is the submission's fault, reported in `own`.
static int open_plain_file(const char *path, bool handed_in, struct error *own, struct error *error) {
    const int file = open_source(path, handed_in ? O_NOFOLLOW : 0);
    struct stat status = {0};
    struct error *const whose = handed_in ? own : error;
    if (file < 0 && errno == ELOOP && handed_in)
        error_set(own, "cannot read the submission %s: it is a link; hand in the file itself", path);
    else if (file < 0 || fstat(file, &status) != 0)
        error_set_system(error, "cannot read the submission %s", path);
    else if (!S_ISREG(status.st_mode))
        error_set(whose, "cannot read the submission %s: it is %s, not a file", path,
                  language_of(S_ISDIR(status.st_mode) ? "a directory" : "something special"));
    if (S_ISREG(status.st_mode) || file < 0)
        return file;
    close(file);
    return -1;
}

bool submission_read(struct submission *submission, const char *where, const char *lab, struct error *error) {
    memset(submission, 0, sizeof *submission);
    snprintf(submission->name, sizeof submission->name, "%s.cu", lab);
    const bool handed_in = is_directory(where);
    if (handed_in)
        path_join(submission->path, where, submission->name);
    else
        snprintf(submission->path, sizeof submission->path, "%s", where);
    const int file = open_plain_file(submission->path, handed_in, &submission->error, error);
    if (file < 0)
        return submission->error.text[0] != '\0';
    const bool good = read_all(submission, file);
    if (!good)
        error_set_system(error, "cannot read the submission %s", submission->path);
    close(file);
    if (good) {
        drop_byte_order_mark(submission);
        unify_line_ends(submission);
        submission->text[submission->length] = '\0';
        check_bytes(submission);
    }
    return good;
}

const char *submission_line(const struct submission *submission, int line, size_t *length) {
    const char *at = submission->text, *end = at ? at + submission->length : NULL;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || at >= end)
        return NULL;
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((newline ? newline : end) - at);
    return at;
}

void submission_free(struct submission *submission) {
    free(submission->text);
    submission->text = NULL;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

static const char *comment_end(const char *text) {
    if (text[1] == '/')
        return text + strcspn(text, "\n");
    const char *end = strstr(text + 2, "*/");
    return end ? end + 2 : text + strlen(text);
}

// Up to the closing quote or, without one, the end of the line.
static size_t literal_length(const char *text) {
    size_t length = 1;
    while (text[length] && text[length] != '\n' && text[length] != text[0])
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return length + (text[length] == text[0]);
}

const char *source_token(const char *at, size_t *length) {
    while (isspace((unsigned char)*at) || (at[0] == '/' && (at[1] == '/' || at[1] == '*')))
        at = *at == '/' ? comment_end(at) : at + 1;
    *length = 0;
    while (is_word(at[*length]) || (at[*length] == '\'' && isdigit((unsigned char)at[0]))) // 1'000
        ++*length;
    if (*length == 0 && *at)
        *length = *at == '"' || *at == '\'' ? literal_length(at) : 1;
    return at;
}

// The name without template arguments and namespaces.
static const char *base_of(const char *name, size_t *length) {
    const char *const end = name + strcspn(name, "<("), *base = name;
    for (const char *at = name; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ':')
            base = at + 2;
    *length = (size_t)(end - base);
    return base;
}

// Whether a list of parameters and then a body follow.
static bool is_definition(const char *at) {
    int depth = 0;
    size_t length;
    for (at = source_token(at, &length); length > 0; at = source_token(at + length, &length)) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth == 0)
            return *at == ')' && *source_token(at + length, &length) == '{';
    }
    return false;
}

int kernel_line(const char *text, const char *name) {
    static const char global[] = "__global__";
    size_t length, base_length;
    const char *base = base_of(name, &base_length);
    bool of_kernel = false;
    for (const char *at = source_token(text, &length); length > 0; at = source_token(at + length, &length)) {
        if (of_kernel && length == base_length && memcmp(at, base, length) == 0 && is_definition(at + length))
            return line_at(text, (size_t)(at - text));
        of_kernel = (of_kernel && !strchr(";{}", *at)) ||
                    (length == strlen(global) && memcmp(at, global, length) == 0);
    }
    return 0;
}
