// CSV files, read whole.
#include "base/csv_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/files.h"
#include "base/utf8.h"

enum { MOST_BYTES = 32 << 20 };

// The position of a reader. Cells are decoded in place, over their own text: none gets longer.
struct reader {
    struct csv_table *table;
    char *at, *end;
    char separator;
    int line;
};

static bool out_of_memory(struct error *error) { return error_set(error, "memory is used up"); }

static bool load(struct csv_table *table, const char *path, size_t *length, struct error *error) {
    char why[256];
    if (!(table->path = strdup(path)))
        return out_of_memory(error);
    if (!bytes_read(path, MOST_BYTES, &table->text, length, why, sizeof why))
        return error_set(error, "%s: %s", path, why);
    char *text = utf16_to_utf8(table->text, *length, length);
    if (text) {
        free(table->text);
        table->text = text;
    }
    table->text[*length] = '\0';
    const size_t valid = utf8_valid_prefix(table->text, *length);
    int line = 1;
    for (size_t i = 0; i < valid; i++)
        line += table->text[i] == '\n';
    if (valid < *length || strlen(table->text) < *length)
        return error_set(error, "%s:%d: this is no text in UTF-8: save the file as \"CSV UTF-8\"", path,
                         line);
    return true;
}

static char separator_of(const char *text) {
    static const char marks[] = ",;\t";
    size_t best = 0, most = 0;
    for (size_t i = 0; marks[i]; i++) {
        size_t count = 0;
        for (const char *at = text; *at && *at != '\n'; at++)
            count += *at == marks[i];
        if (count > most) {
            most = count;
            best = i;
        }
    }
    return marks[best];
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// A cell that begins with a quotation mark. @return the end of its contents, NULL if it is not terminated
static char *read_quoted(struct reader *reader, char *to) {
    for (reader->at++; reader->at < reader->end; reader->at++) {
        if (*reader->at == '"' && reader->at[1] != '"') {
            reader->at++;
            return to;
        }
        reader->at += *reader->at == '"';
        reader->line += *reader->at == '\n';
        *to++ = *reader->at;
    }
    return NULL;
}

// Reads up to the separator or the line's end, which is left unread. @return the cell, which ends at
// *end; NULL if its quotation is not terminated
static char *read_cell(struct reader *reader, char **end) {
    while (is_blank(*reader->at) && *reader->at != reader->separator)
        reader->at++;
    char *cell = reader->at;
    *end = cell;
    if (*reader->at == '"' && !(*end = read_quoted(reader, cell)))
        return NULL;
    while (reader->at < reader->end && *reader->at != reader->separator && *reader->at != '\n')
        *(*end)++ = *reader->at++;
    while (*end > cell && is_blank((*end)[-1]))
        --*end;
    return cell;
}

static bool add_cell(struct csv_row *row, char *cell) {
    char **added = array_add(&row->cells, &row->count, sizeof *added);
    return added && (*added = cell);
}

static bool read_row(struct reader *reader, struct csv_row *row, struct error *error) {
    row->line = reader->line;
    for (;;) {
        char *end, *cell = read_cell(reader, &end);
        if (!cell)
            return error_set(error, "%s:%d: a quotation that begins here does not end", reader->table->path,
                             row->line);
        const char mark = reader->at < reader->end ? *reader->at : '\0'; // *end may be the same byte
        *end = '\0';
        reader->at += mark != '\0';
        reader->line += mark == '\n';
        compose_letters(cell);
        if (!add_cell(row, cell))
            return out_of_memory(error);
        if (mark != reader->separator)
            return true;
    }
}

static bool is_empty(const struct csv_row *row) {
    for (size_t i = 0; i < row->count; i++)
        if (row->cells[i][0] != '\0')
            return false;
    return true;
}

// A line that begins with "#", except the headings: the first heading may be this sign alone.
static bool is_comment(const struct csv_row *row, bool headings) {
    return row->cells[0][0] == '#' && (row->cells[0][1] != '\0' || row->count == 1 || !headings);
}

static bool read_rows(struct reader *reader, struct error *error) {
    struct csv_table *table = reader->table;
    while (reader->at < reader->end) {
        struct csv_row row = {.count = 0}, *added;
        if (!read_row(reader, &row, error)) {
            free(row.cells);
            return false;
        }
        if (is_empty(&row) || is_comment(&row, table->count == 0)) {
            free(row.cells);
            continue;
        }
        if (!(added = array_add(&table->rows, &table->count, sizeof *added))) {
            free(row.cells);
            return out_of_memory(error);
        }
        *added = row;
    }
    return true;
}

bool csv_table_read(struct csv_table *table, const char *path, struct error *error) {
    size_t length = 0;
    *table = (struct csv_table){.count = 0};
    if (!load(table, path, &length, error))
        return false;
    const size_t mark = strncmp(table->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    struct reader reader = {.table = table,
                            .at = table->text + mark,
                            .end = table->text + length,
                            .separator = separator_of(table->text + mark),
                            .line = 1};
    return read_rows(&reader, error);
}

void csv_table_free(struct csv_table *table) {
    for (size_t i = 0; i < table->count; i++)
        free(table->rows[i].cells);
    free(table->rows);
    free(table->text);
    free(table->path);
    *table = (struct csv_table){.count = 0};
}

const char *csv_cell(const struct csv_row *row, int column) {
    return column >= 0 && (size_t)column < row->count ? row->cells[column] : "";
}

int csv_column(const struct csv_table *table, const char *const *names) {
    for (; *names; names++)
        for (size_t i = 0; table->count > 0 && i < table->rows[0].count; i++)
            if (strcasecmp(table->rows[0].cells[i], *names) == 0)
                return (int)i;
    return -1;
}

// CSV cells. A spreadsheet runs a cell that begins with = + - @, also after blanks, and also if the sign is
// the full-width one of a Japanese or Chinese keyboard.

static bool is_formula(const char *text) {
    static const char *const starts[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    if (text[0] == '\t' || text[0] == '\r' || text[0] == '\n')
        return true;
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void put_cell(FILE *out, const char *text, bool quoted) {
    if (quoted)
        fputc('"', out);
    if (is_formula(text))
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}

void csv_text(FILE *out, const char *text) {
    if (!text || !text[0])
        return;
    put_cell(out, text, strpbrk(text, "\",\r\n") || text[0] == ' ' || text[strlen(text) - 1] == ' ');
}

void csv_quoted(FILE *out, const char *text) { put_cell(out, text ? text : "", true); }

void csv_number(FILE *out, double number) { fprintf(out, "%.10g", number); }
