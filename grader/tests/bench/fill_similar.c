// Fills two gradebooks with the texts of a class and of earlier ones, for a comparison that takes time.
//   fill_similar CLASS.db STUDENTS EARLIER.db STUDENTS LAB TEXT.cu...
// Texts are variants of real submissions of the lab. Every fiftieth of the class is a copy of an earlier one,
// with other names, order, comments and layout: how many there are is printed. So are the second and third,
// both of the same one; name and text of the second try to be HTML.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/gradebook/store.h"
#include "lab/spec.h"
#include "variants.h"

enum { COPIES = 50 };
#define HOSTILE "</script><img src=x onerror=\"document.title='owned'\">"

static char *texts[1000];
static unsigned text_count;

static _Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "fill_similar: %s: %s\n", what, why);
    exit(2);
}

static char *read_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "re");
    if (!in || getdelim(&text, &size, '\0', in) < 0)
        stop(path, "cannot read it");
    fclose(in);
    return text;
}

// The text of an earlier student.
static char *earlier_text(unsigned student) { return variant_other(texts[student % text_count], student); }

static char *text_of(unsigned student, bool earlier) {
    if (earlier)
        return earlier_text(student);
    if (student % COPIES != 0 && student > 2)
        return variant_other(texts[student % text_count], student + 1000000);
    char *original = earlier_text(student == 2 ? 1 : student),
         *copy = original ? variant_copy(original, student) : NULL, *text;
    const bool good = copy && asprintf(&text, "%s%s\n", copy, student == 1 ? "// " HOSTILE : "") >= 0;
    free(original);
    free(copy);
    return good ? text : NULL;
}

static void name_student(unsigned student, bool earlier, char *name, size_t size) {
    const bool copy = student % COPIES == 0;
    if (student == 1 && !earlier)
        snprintf(name, size, "%s", HOSTILE);
    else
        snprintf(name, size, "%s%u", earlier ? "e" : copy ? "copy" : "s", student);
}

static void fill(const char *db, unsigned students, const char *lab, bool earlier) {
    struct error error;
    struct gradebook *book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    if (!book || !gradebook_begin(book))
        stop(db, book ? gradebook_error(book) : error.text);
    for (unsigned i = 0; i < students; i++) {
        char name[100], *text = text_of(i, earlier);
        name_student(i, earlier, name, sizeof name);
        const struct gradebook_submission submission = {.student = name,
                                                        .lab = lab,
                                                        .origin = "made",
                                                        .bytes = text,
                                                        .length = text ? strlen(text) : 0,
                                                        .version = version_of(lab),
                                                        .backend = "cpu"};
        if (!text || !gradebook_hand_in(book, &submission))
            stop(name, text ? gradebook_error(book) : "memory is used up");
        free(text);
    }
    if (!gradebook_commit(book))
        stop(db, gradebook_error(book));
    gradebook_close(book);
}

int main(int count, char **arguments) {
    if (count < 7 || count - 6 > (int)(sizeof texts / sizeof texts[0]))
        stop("usage", "fill_similar CLASS.db STUDENTS EARLIER.db STUDENTS LAB TEXT.cu...");
    for (int i = 6; i < count; i++)
        texts[text_count++] = read_file(arguments[i]);
    const unsigned students = (unsigned)atoi(arguments[2]), earlier = (unsigned)atoi(arguments[4]);
    fill(arguments[1], students, arguments[5], false);
    fill(arguments[3], earlier, arguments[5], true);
    printf("copies: %u\n", (students + COPIES - 1) / COPIES);
    return 0;
}
