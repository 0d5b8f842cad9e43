// unpack MIB: extracts the files of a hand-in from an archive, and lists the rest.
//
// Theory of operation. The grader trusts no archive, and no library that reads one. So this program runs in
// the sandbox, with the archive as descriptor 3 and its own directory for output; it lists its findings on
// standard output (names.h). Files are written as 1, 2, 3 ...: no name in an archive ever becomes a path.
// Links, devices and paths that lead outside are listed and not created. MIB bounds the size of the unpacked
// files; time, memory and disk are bounded by the sandbox.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "class/unpack/names.h"

enum { ARCHIVE_FD = 3, BLOCK = 1 << 16, MAX_FILTERS = 2 };

static unsigned long long left; // bytes that may still be unpacked
static int written;             // files
static int listed;              // entries of any kind

static void print_entry(enum unpack_kind kind, long long size, long long when, int number, const char *name) {
    char escaped[3 * UNPACK_MAX_NAME];
    name_escape(escaped, sizeof escaped, name);
    listed++;
    printf("%c %lld %lld %d %s\n", (char)kind, size, when, number, escaped);
}

static int fail(const char *words) {
    print_entry(UNPACK_ERROR, 0, 0, 0, words);
    return fflush(stdout) == 0 ? 0 : 1;
}

static bool leads_outside(const char *path) {
    if (path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':'))
        return true;
    for (const char *part = path; part; part = strpbrk(part, "/\\") ? strpbrk(part, "/\\") + 1 : NULL)
        if (strncmp(part, "..", 2) == 0 && strchr("/\\", part[2]))
            return true; // strchr also finds the end of the string
    return false;
}

static enum unpack_kind kind_of(struct archive_entry *entry, const char *path) {
    if (leads_outside(path))
        return UNPACK_OUTSIDE;
    if (archive_entry_symlink(entry) || archive_entry_hardlink(entry))
        return UNPACK_LINK;
    if (archive_entry_filetype(entry) != AE_IFREG)
        return UNPACK_SPECIAL;
    return wanted_is_read(wanted_by_name(path)) ? UNPACK_FILE : UNPACK_OTHER;
}

// Writes an entry's bytes. @return how many, -1 if the archive is damaged, -2 if there are more than `most`,
// -3 if they cannot be written
static long long take_out(struct archive *archive, long long most) {
    static char bytes[BLOCK];
    char name[16];
    snprintf(name, sizeof name, "%d", ++written);
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    long long size = 0, answer = file < 0 ? -3 : 0;
    while (answer == 0) {
        const la_ssize_t got = archive_read_data(archive, bytes, sizeof bytes);
        if (got <= 0) {
            answer = got < 0 ? -1 : 0;
            break;
        }
        size += got;
        if (size > most)
            answer = -2;
        else if (!bytes_write(file, bytes, (size_t)got))
            answer = -3;
    }
    if (file >= 0 && close(file) != 0)
        answer = -3;
    return answer == 0 ? size : answer;
}

// The library's error message, as a sentence.
static const char *own_words(struct archive *archive) {
    static char words[200];
    const char *theirs = archive_error_string(archive);
    snprintf(words, sizeof words, "it cannot be unpacked: %s", theirs ? theirs : "it is damaged");
    return words;
}

static const char *const too_much = "it unpacks to more than a hand-in may be";

// Handles one entry. @return NULL to go on, or the reason not to
static const char *take_entry(struct archive *archive, struct archive_entry *entry) {
    const char *path = archive_entry_pathname_utf8(entry);
    if (!path)
        path = archive_entry_pathname(entry);
    if (!path || strlen(path) >= UNPACK_MAX_NAME)
        return "a name in it is too long, or cannot be read";
    const long long size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : 0;
    if (size < 0 || (unsigned long long)size > left)
        return too_much;
    enum unpack_kind kind = kind_of(entry, path);
    if (kind != UNPACK_OUTSIDE && (archive_entry_filetype(entry) == AE_IFDIR || wanted_is_litter(path))) {
        left -= (unsigned long long)size;
        return NULL;
    }
    long long got = size;
    if (kind == UNPACK_FILE) {
        if (archive_entry_is_encrypted(entry))
            return "it is locked with a password";
        const enum wanted wanted = wanted_by_name(path);
        const bool source = wanted_is_source(wanted);
        got = take_out(archive, source ? UNPACK_MAX_SOURCE : UNPACK_MAX_NESTED);
        if (got == -1)
            return own_words(archive);
        if (got == -2)
            kind = UNPACK_LARGE;
        if (got == -3)
            return "it cannot be written out: the disk is full";
    }
    const unsigned long long used = (unsigned long long)(got == -2 ? UNPACK_MAX_NESTED : got);
    left -= used < left ? used : left;
    print_entry(kind, (long long)used, archive_entry_mtime(entry), written, path);
    return NULL;
}

static const char *take_all(struct archive *archive) {
    struct archive_entry *entry;
    int step;
    for (int count = 0;
         (step = archive_read_next_header(archive, &entry)) == ARCHIVE_OK || step == ARCHIVE_WARN; count++) {
        if (archive_filter_count(archive) > MAX_FILTERS)
            return "it is packed more than once over";
        if (count == UNPACK_MAX_ENTRIES)
            return "it holds too many files";
        const char *why = take_entry(archive, entry);
        if (why)
            return why;
    }
    if (step == ARCHIVE_EOF)
        return listed > 0 ? NULL : "the archive is empty";
    return own_words(archive);
}

int main(int count, char **arguments) {
    left = (count == 2 ? strtoull(arguments[1], NULL, 10) : 1) << 20;
    setlocale(LC_CTYPE, "C.UTF-8");
    struct archive *archive = archive_read_new();
    if (!archive)
        return fail("memory is used up");
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_empty(archive);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    const char *why = NULL;
    if (archive_read_open_fd(archive, ARCHIVE_FD, BLOCK) != ARCHIVE_OK)
        why = own_words(archive);
    if (!why)
        why = take_all(archive);
    if (why)
        return fail(why);
    print_entry(UNPACK_END, 0, 0, 0, "");
    archive_read_free(archive);
    return fflush(stdout) == 0 ? 0 : 1;
}
