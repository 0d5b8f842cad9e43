// A class's folder, and what the intake makes of it.
#include "class_folder.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const time_t class_due = 1795219140;
static char directory[256], class[300], path[700];
static struct error error;

static int remove_entry(const char *name, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(name);
}

void class_set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/uploads-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(class, sizeof class, "%s/class", directory);
    ck_assert_int_eq(mkdir(class, 0755), 0);
}

void class_tear_down(void) { ck_assert_int_eq(nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0); }

const char *class_path(const char *name) {
    snprintf(path, sizeof path, "%s/%s", class, name);
    return path;
}

void class_put_bytes(const char *name, const char *bytes, size_t length) {
    char *slash = strrchr(class_path(name), '/');
    *slash = '\0';
    mkdir(path, 0755);
    FILE *file = fopen(class_path(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

void class_put(const char *name, const char *text) { class_put_bytes(name, text, strlen(text)); }

void class_pack(const char *name, const char *const (*entries)[2], size_t count) {
    struct archive *archive = archive_write_new();
    archive_write_set_format_filter_by_ext(archive, name);
    ck_assert_int_eq(archive_write_open_filename(archive, class_path(name)), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        struct archive_entry *entry = archive_entry_new();
        const char *text = entries[i][1];
        const bool link = strncmp(text, "-> ", 3) == 0;
        archive_entry_set_pathname(entry, entries[i][0]);
        archive_entry_set_filetype(entry, link ? AE_IFLNK : AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, link ? 0 : (la_int64_t)strlen(text));
        if (link)
            archive_entry_set_symlink(entry, text + 3);
        ck_assert_int_eq(archive_write_header(archive, entry), ARCHIVE_OK);
        if (!link)
            archive_write_data(archive, text, strlen(text));
        archive_entry_free(entry);
    }
    ck_assert_int_eq(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

char class_found[16000];

static void add_line(const struct gradebook_result *result) {
    size_t length = strlen(class_found);
    snprintf(class_found + length, sizeof class_found - length, "%s %s%s%s\n", result->student, result->lab,
             result->late ? " late: " : ": ",
             result->reason ? result->reason : result->origin + strlen(class));
    char *words =
        strstr(class_found + length, "it cannot be unpacked: "); // what follows are the library's own
    if (words)
        strcpy(words, "it cannot be unpacked\n");
}

const char *class_book(void) {
    static char db[300];
    snprintf(db, sizeof db, "%s/book.db", directory);
    return db;
}

struct intake class_take_in(const char *where, const char *lab) {
    return class_take_in_roster(where, lab, NULL);
}

struct intake class_take_in_roster(const char *where, const char *lab, const char *roster) {
    return class_take_in_rosters(where, lab, &roster, roster ? 1 : 0);
}

struct intake class_take_in_rosters(const char *where, const char *lab, const char *const *rosters,
                                    size_t count) {
    struct intake intake;
    const struct intake_terms terms = {
        .lab = lab, .backend = "cpu", .due = class_due, .rosters = rosters, .roster_count = count};
    unlink(class_book());
    struct gradebook *book = gradebook_open(class_book(), GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert_msg(intake_read(&intake, book, where, &terms, &error), "%s", error.text);
    class_found[0] = '\0';
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, NULL});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);)
        add_line(&result);
    ck_assert(gradebook_rows_end(&rows));
    gradebook_close(book);
    return intake;
}
