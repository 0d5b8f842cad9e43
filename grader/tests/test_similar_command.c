// ./grade similar as it is typed: against a gradebook and a folder, with what else was given, and as a page.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "class/gradebook/store.h"
#include "lab/spec.h"
#include "variants.h"

static char *read_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "re");
    ck_assert_msg(in && getdelim(&text, &size, '\0', in) > 0, "%s", path);
    fclose(in);
    return text;
}

static char directory[200];

static void make_directory(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/similar-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void remove_directory(void) {
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

// A gradebook in the directory, with a text of lab3 of each student.
static void make_book(const char *name, const char *const *students, const char *const *texts, size_t count) {
    char path[300];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    struct gradebook *book = gradebook_open(path, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        const struct gradebook_submission submission = {.student = students[i],
                                                        .lab = "lab3",
                                                        .origin = "uploads",
                                                        .bytes = texts[i],
                                                        .length = strlen(texts[i]),
                                                        .version = version_of("lab3"),
                                                        .backend = "cpu"};
        ck_assert_msg(gradebook_hand_in(book, &submission), "%s", gradebook_error(book));
    }
    gradebook_close(book);
}

static void make_file(const char *name, const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *out = fopen(path, "we");
    ck_assert_msg(out && fputs(text, out) >= 0 && fclose(out) == 0, "%s", path);
}

// What ./grade similar says in the directory's gradebook.
static const char *compared(const char *arguments) {
    static char command[2000], text[50000];
    snprintf(command, sizeof command, "D='%s'; ./grade similar --db $D/class.db %s 2>&1 | sed \"s|$D/||g\"",
             directory, arguments);
    FILE *pipe = popen(command, "re");
    ck_assert_ptr_nonnull(pipe);
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    return text;
}

#define EVIL "</script><img src=x onerror=alert(1)>"

// The command: against a gradebook and a folder, with what else was given, and as a page.
START_TEST(command) {
    static const struct {
        const char *arguments, *says, *not ;
    } rows[] = {
        {"", "lab3: 2 submissions; pairs that share 60 % or more of what is their own: 0\n", "group"},
        {"--against $D/2025.db",
         "lab3: 2 submissions, against 1 of other classes; pairs that share 60 % or more of what is their "
         "own: 1\n"
         "  100 %  ada and ada (2025.db), of one name\n         lines 4-39 and 4-39\n",
         "group"},
        {"--against $D/2024 --against $D/2025.db",
         "  group of 3, each pair 93 to 100 %: ada, bob (2024), ada (2025.db)\n", "bob and"},
        {"--against $D/2024 --least 90", "  93 %  ada and bob (2024)\n         lines 30-35 and 2-7\n",
         "group"},
        {"--against $D/2024 --given $D/shown.cu", "own: 0\n", "ada and"},
        {"--against $D/nothing", "nothing", "lab3: "},
        {"--given $D/nothing", "cannot read ", "lab3: "},
        {"--db $D/solved.db",
         "  100 %  of what ada has beside the starter was given, most of it by solutions/lab3/lab3.cu\n",
         "pairs that share 60 % or more of what is their own: 1"},
        {"--against $D/2025.db -o $D/page.html", "100 %  ada and ada (2025.db)", "html"},
    };
    char *text = read_file("grader/course/lab3/fixtures/correct_templates/lab3.cu"), own[8000];
    char *other = read_file("grader/course/lab3/fixtures/correct_stream/lab3.cu");
    char *copy = variant_copy(text, 7);
    make_directory();
    snprintf(own, sizeof own, "%s// " EVIL "\r\n", text);
    make_book("class.db", (const char *const[]){"ada", EVIL}, (const char *const[]){own, other}, 2);
    make_book("2025.db", (const char *const[]){"ada"}, (const char *const[]){text}, 1);
    make_file("shown.cu", text);
    char *solution = read_file("solutions/lab3/lab3.cu");
    make_book("solved.db", (const char *const[]){"ada"}, (const char *const[]){solution}, 1);
    free(solution);
    char path[300];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/2024%s", directory, i ? "/bob" : "");
        ck_assert_int_eq(mkdir(path, 0700), 0);
    }
    make_file("2024/bob/lab3.cu", copy);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *said = compared(rows[i].arguments);
        ck_assert_msg(strstr(said, rows[i].says) && !strstr(said, rows[i].not ), "%s: %s", rows[i].arguments,
                      said);
    }
    snprintf(path, sizeof path, "%s/page.html", directory);
    char *page = read_file(path);
    struct stat status;
    ck_assert(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
    ck_assert_ptr_null(strstr(page, "<img"));
    ck_assert_ptr_nonnull(strstr(page, "// \\u003c/script>\\u003cimg src=x onerror=alert(1)>\\n\""));
    ck_assert_ptr_nonnull(strstr(page, "\"regions\":[{\"first\":[4,4],\"last\":[39,39],"));
    free(page);
    free(copy);
    free(other);
    free(text);
    remove_directory();
}
END_TEST

// A whole class that is alike: the most alike pairs are shown, and how many more there are is said.
START_TEST(many_pairs) {
    enum { STUDENTS = 21 }; // 210 pairs
    char names[STUDENTS][20];
    const char *students[STUDENTS], *texts[STUDENTS];
    char *text = read_file("grader/course/lab3/fixtures/correct_templates/lab3.cu");
    make_directory();
    for (int i = 0; i < STUDENTS; i++) {
        snprintf(names[i], sizeof names[i], "s%02d", i);
        students[i] = names[i];
        texts[i] = text;
    }
    make_book("class.db", students, texts, STUDENTS);
    const char *said = compared("");
    ck_assert_ptr_nonnull(strstr(said, "  group of 21, each pair 100 to 100 %: s00, s01, s02, "));
    ck_assert_ptr_nonnull(strstr(said, "lines 4-39 and 4-39, which 19 others of the class have, too\n"));
    ck_assert_ptr_nonnull(strstr(said, "  and 10 more pairs, none of them more alike: "));
    free(text);
    remove_directory();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("similar command");
    TCase *tests = tcase_create("command");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, command);
    tcase_add_test(tests, many_pairs);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
