// A wrong answer as rows of numbers.
#include "run/smallest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/wrap.h"
#include "lab/outputs.h"

// The most numbers in a row, and the most of them before the first difference.
enum { COLUMNS = 12, BEFORE = 6, LABEL_WIDTH = 10 };

// The columns shown of an array, one for each place.
struct columns {
    size_t at[COLUMNS];
    size_t count;
    size_t marked; // the column of the first difference
    bool before;   // there are columns before them
    bool after;    // and after them
};

struct answer {
    const struct spec_task *task;
    struct output output;
    const void *input;      // the first input with numbers
    const int32_t *offsets; // the first offsets; NULL if there are none
    size_t parts;           // one less than the number of offsets
    size_t given;           // numbers of that input
    size_t width;           // numbers of an element of the output
};

static struct number input_cell(const struct answer *a, size_t i) {
    return number_at(element_base(signature_numbers(a->task->parameters)->element), a->input, i);
}

// The start and the length of a part.
static struct number offset_cell(const struct answer *a, size_t i) {
    return number_at(ELEMENT_INT32, a->offsets, i);
}

static struct number length_cell(const struct answer *a, size_t i) {
    const int32_t length = a->offsets[i + 1] - a->offsets[i];
    return number_at(ELEMENT_INT32, &length, 0);
}

static struct number expected_cell(const struct answer *a, size_t i) {
    return number_at(a->output.base, a->output.expected, i);
}

// Unwritten output has no number.
static struct number actual_cell(const struct answer *a, size_t i) {
    return output_is_unwritten(&a->output, i) ? (struct number){"-"}
                                              : number_at(a->output.base, a->output.actual, i);
}

static struct number place_cell(const struct answer *a, size_t i) {
    return place_of(a->output.parameter->element, i);
}

// Places around one of them.
static struct columns around(size_t place, size_t count) {
    struct columns columns = {.count = 0};
    const size_t least = place > BEFORE ? place - BEFORE : 0;
    const size_t most = count > COLUMNS ? count - COLUMNS : 0;
    const size_t first = least < most ? least : most;
    for (size_t i = first; i < count && columns.count < COLUMNS; i++) {
        if (i == place)
            columns.marked = columns.count;
        columns.at[columns.count++] = i;
    }
    columns.before = first > 0;
    columns.after = first + columns.count < count;
    return columns;
}

static bool is_empty(const struct output *output, size_t bin) {
    static const char zeros[sizeof(uint64_t)];
    const size_t size = element_bytes(output->base);
    return memcmp(output->expected + bin * size, zeros, size) == 0 &&
           memcmp(output->actual + bin * size, zeros, size) == 0;
}

// Bins that are not 0 on both sides, from the first difference on if they are too many.
static struct columns bins(const struct answer *a, size_t place) {
    struct columns columns = {.count = 0};
    size_t filled = 0, in_front = 0;
    for (size_t i = 0; i < a->output.count; i++) {
        in_front += i < place && !is_empty(&a->output, i);
        filled += !is_empty(&a->output, i);
    }
    columns.before = filled > COLUMNS && in_front > 0;
    for (size_t i = columns.before ? place : 0; i < a->output.count && columns.count < COLUMNS; i++) {
        if (is_empty(&a->output, i))
            continue;
        if (i == place)
            columns.marked = columns.count;
        columns.at[columns.count++] = i;
    }
    columns.after = columns.count + (columns.before ? in_front : 0) < filled;
    return columns;
}

typedef struct number cell_of(const struct answer *a, size_t i);

struct row {
    const char *label;
    cell_of *cell;
};

static int width_of(const struct answer *a, const struct columns *columns, const struct row *rows,
                    size_t count) {
    int width = 1;
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < columns->count; i++) {
            const struct number cell = rows[r].cell(a, columns->at[i]);
            width = (int)strlen(cell.text) > width ? (int)strlen(cell.text) : width;
        }
    return width;
}

static void print_rows(FILE *out, const struct answer *a, const struct columns *columns,
                       const struct row *rows, size_t count) {
    const int width = width_of(a, columns, rows, count);
    for (size_t r = 0; r < count; r++) {
        wrap_pad(out, language_of(rows[r].label), LABEL_WIDTH);
        fputs(columns->before ? " ..." : "", out);
        for (size_t i = 0; i < columns->count; i++) {
            const struct number cell = rows[r].cell(a, columns->at[i]);
            fprintf(out, " %*s", width, cell.text);
        }
        fputs(columns->after ? " ...\n" : "\n", out);
    }
    if (count > 1 && columns->count > 1)
        fprintf(out, "%*s\n",
                LABEL_WIDTH + (columns->before ? 4 : 0) + (int)(columns->marked + 1) * (width + 1), "^");
}

static const struct row place_row = {"element", place_cell}, bin_row = {"bin", place_cell},
                        offset_row = {"begins at", offset_cell}, length_row = {"entries", length_cell},
                        input_row = {"input", input_cell}, expected_row = {"expected", expected_cell},
                        actual_row = {"yours", actual_cell};

// An output for each element: shown below the input.
static void print_beside(FILE *out, const struct answer *a, const struct columns *columns) {
    const struct row rows[] = {place_row, input_row, expected_row, actual_row};
    // The places of the first elements can be counted.
    const size_t without = columns->at[0] == 0 && a->width == 1 ? 1 : 0;
    print_rows(out, a, columns, rows + without, 4 - without);
}

// An output for each part of the input.
static void print_parts(FILE *out, const struct answer *a, const struct columns *columns) {
    const struct row rows[] = {place_row, offset_row, length_row, expected_row, actual_row};
    print_rows(out, a, columns, rows, 5);
}

static void print_input(FILE *out, const struct answer *a, size_t n) {
    const struct columns columns = around(0, n);
    print_rows(out, a, &columns, &input_row, 1);
}

static struct number row_cell(const struct answer *a, size_t i) {
    return place_of(ELEMENT_INT32, i / a->output.cols);
}

static struct number column_cell(const struct answer *a, size_t i) {
    return place_cell(a, i % a->output.cols);
}

// Of a matrix the row of the first difference.
static void print_matrix_row(FILE *out, const struct answer *a, size_t place) {
    const size_t cols = a->output.cols, first = place / cols * cols;
    const struct row row = {"row", row_cell}, rows[] = {{"column", column_cell}, expected_row, actual_row};
    const struct columns one = {.at = {place}, .count = 1};
    struct columns columns = around(place - first, cols);
    for (size_t i = 0; i < columns.count; i++)
        columns.at[i] += first;
    print_rows(out, a, &one, &row, 1);
    print_rows(out, a, &columns, rows, 3);
}

static void print_all(FILE *out, const struct answer *a, size_t n) {
    const size_t place = output_first_wrong(&a->output), count = a->output.count, numbers = n * a->width;
    const size_t given = a->given;
    if (a->output.cols > 0) {
        print_matrix_row(out, a, place);
        return;
    }
    const bool has_bins = a->output.parameter->bins;
    const struct columns columns = has_bins ? bins(a, place) : around(place, count);
    const struct row rows[] = {has_bins ? bin_row : place_row, expected_row, actual_row};
    const size_t without = count == 1 ? 1 : 0;
    if (a->offsets && count == a->parts && a->width == 1) {
        print_parts(out, a, &columns);
        return;
    }
    if (count == given && count == numbers && n > 1 && !has_bins) {
        print_beside(out, a, &columns);
        return;
    }
    // Records of several numbers are not about the input's values, and 1, 2, 3, ..., if they fit on a line,
    // need no row.
    if (!signature_has_records(a->task->parameters) && given <= COLUMNS)
        print_input(out, a, given);
    print_rows(out, a, &columns, rows + without, 3 - without);
}

static struct answer answer_of(const struct plan_case *c, struct output output, const char *input) {
    const struct parameter *p = c->task->parameters, *offsets = signature_offsets(p);
    const struct call call = signature_call(p, &c->shape, 0);
    struct answer answer = {.task = c->task,
                            .output = output,
                            .width = element_components(output.parameter->element),
                            .given = signature_length(p, &c->shape, signature_numbers(p)),
                            .input = input + signature_place(p, &c->shape, signature_numbers(p))};
    if (offsets) {
        answer.offsets = (const void *)(input + signature_place(p, &c->shape, offsets));
        answer.parts = call.of[offsets - p].bytes / sizeof *answer.offsets - 1;
    }
    return answer;
}

char *example_rows(const struct plan_case *c, const struct plan_data *data, const void *input,
                   const void *actual) {
    const struct outputs outputs = outputs_of(c, data, input, actual);
    const struct answer answer = answer_of(c, *outputs_first_wrong(&outputs), input);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    if (answer.output.count > 0 && c->n > 0)
        print_all(out, &answer, (size_t)c->n);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
