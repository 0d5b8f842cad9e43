// Who did what with a gradebook.
#include "class/gradebook/store.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "class/gradebook/internal.h"

static void who_am_i(char *who, size_t size) {
    char host[256] = "";
    const struct passwd *user = getpwuid(getuid());
    const char *by = getuid() == 0 ? getenv("SUDO_USER") : NULL;
    gethostname(host, sizeof host - 1);
    if (user)
        snprintf(who, size, "%s@%s%s%s%s", user->pw_name, host, by ? " (sudo: " : "", by ? by : "",
                 by ? ")" : "");
    else
        snprintf(who, size, "%ld@%s", (long)getuid(), host);
}

bool gradebook_log_begin(struct gradebook *book, const char *command, long long *id) {
    char who[512];
    who_am_i(who, sizeof who);
    if (!gradebook_change(book, "INSERT INTO log (who, command, at) VALUES (?1, ?2, ?3)", "tti", who, command,
                          (long long)time(NULL)))
        return false;
    *id = sqlite3_last_insert_rowid(book->db);
    return true;
}

bool gradebook_log_end(struct gradebook *book, long long id, const char *outcome) {
    return gradebook_change(book, "UPDATE log SET outcome = ?1 WHERE id = ?2", "ti", outcome, id);
}

struct gradebook_rows gradebook_log(struct gradebook *book) {
    static const char query[] =
        "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', at, 'unixepoch'), who, command, outcome"
        " FROM log ORDER BY id";
    return (struct gradebook_rows){book, gradebook_prepare(book, query, "")};
}

bool gradebook_next_entry(struct gradebook_rows *rows, struct gradebook_log_entry *entry) {
    if (sqlite3_step(rows->statement) != SQLITE_ROW)
        return false;
    entry->at = (const char *)sqlite3_column_text(rows->statement, 0);
    entry->who = (const char *)sqlite3_column_text(rows->statement, 1);
    entry->command = (const char *)sqlite3_column_text(rows->statement, 2);
    entry->outcome = (const char *)sqlite3_column_text(rows->statement, 3);
    return true;
}
