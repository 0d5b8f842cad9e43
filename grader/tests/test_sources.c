// Sources for JPlag, Dolos and MOSS: folders in their layout, and texts without tricks that only hide a copy.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/export/export.h"
#include "class_folder.h"

static const struct {
    const char *text, *plain, *bare; // without empty statements; and without comments, too
} texts[] = {
    {"", "", ""},
    {"a();;\nb(); ;\n", "a(); \nb();  \n", "a(); \nb();  \n"},
    {"f() {;\n  x;\n};\n", "f() { \n  x;\n} \n", "f() { \n  x;\n} \n"},
    {"for (;;) ;", "for (;;) ;", "for (;;) ;"},
    {"for (i = 0; ; i++) { ; }", "for (i = 0; ; i++) {   }", "for (i = 0; ; i++) {   }"},
    {"while (x);\n", "while (x);\n", "while (x);\n"},
    {"a(); // ; one;\n; b();", "a(); // ; one;\n  b();", "a();          \n  b();"},
    {"a(); /* ;\n; Ann */ ; b();", "a(); /* ;\n; Ann */   b();", "a();     \n           b();"},
    {"s = \"; // ;\";;", "s = \"; // ;\"; ", "s = \"; // ;\"; "},
    {"c = '\\'';;", "c = '\\''; ", "c = '\\''; "},
    {"#define F(x) x \\\n  ;\n;\nint a;", "#define F(x) x \\\n  ;\n \nint a;",
     "#define F(x) x \\\n  ;\n \nint a;"},
    {"k<<<1, 2>>>(a);;\n", "k<<<1, 2>>>(a); \n", "k<<<1, 2>>>(a); \n"},
    {"1'000;;", "1'000; ", "1'000; "},
    {"/* open", "/* open", "       "},
    {"\"open;;", "\"open;;", "\"open;;"},
};

START_TEST(empty_statements_go) {
    for (int bare = 0; bare < 2; bare++) {
        char *text = strdup(texts[_i].text);
        sources_make_plain(text, bare == 1);
        ck_assert_str_eq(text, bare ? texts[_i].bare : texts[_i].plain);
        free(text);
    }
}
END_TEST

static char output[20000], folder[700], db[700], old[700];

// Runs a command, in which $D is the folder, $G the gradebook and $O that of the last year.
static const char *shell(const char *typed) {
    char command[4000];
    snprintf(command, sizeof command, "D='%s' G='%s' O='%s'; %s 2>&1", folder, db, old, typed);
    FILE *pipe = popen(command, "re");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    pclose(pipe);
    return output;
}

// This year's class and last year's.
static void make_class(void) {
    class_put("ada/lab3.cu", "// Ada's\nint a;;\n");
    struct intake intake = class_take_in(class_path(""), NULL);
    intake_free(&intake);
    snprintf(db, sizeof db, "%s", class_book());
    snprintf(old, sizeof old, "%s", class_path("../2025.db"));
    snprintf(folder, sizeof folder, "%s", class_path("../sources"));
    shell("cp $G $O");
    class_put("b b/lab4.cu", "int b;\n");
    class_put("c/lab3.cu", "int c; // not Ada's\n");
    class_put("d/notes.txt", "nothing");
    intake = class_take_in(class_path(""), NULL);
    intake_free(&intake);
}

#define LIST " && (cd $D && find . -type f | LC_ALL=C sort)"

// For each lab the folders that the tools take: the class, earlier classes, and the code that was given.
static const struct {
    const char *typed, *says, *lacks;
} exports[] = {
    {"./grade export sources --db $G -o $D" LIST,
     "./lab3/base/lab3.cpp\n./lab3/submissions/ada/lab3.cpp\n./lab3/submissions/c/lab3.cpp\n"
     "./lab4/base/lab4.cpp\n./lab4/submissions/b%20b/lab4.cpp\n",
     "earlier"},
    {"./grade export sources --db $G --lab lab3 --against $O -o $D" LIST,
     "./lab3/earlier/2025-ada/lab3.cpp\n./lab3/submissions/ada/lab3.cpp\n", "lab4"},
    {"./grade export sources --db $G -o $D && cat $D/lab3/submissions/ada/lab3.cpp", "// Ada's\nint a; \n",
     "x"},
    {"./grade export sources --db $G -o $D && cmp labs/lab3/lab3.cu $D/lab3/base/lab3.cpp && echo same",
     "same\n", "x"},
    {"./grade export sources --db $G -o $D && stat -c %a $D $D/lab3/submissions/ada/lab3.cpp", "700\n600\n",
     "x"},
    {"./grade export sources --db $G --against $O --pseudonyms $D.key -o $D && (cd $D && find . -type f | "
     "sort && "
     "cat lab3/*/*/lab3.cpp)",
     "/lab3/submissions/student-", "Ada"},
    {"./grade export sources --db $G --against $O --pseudonyms $D.key -o $D && find $D",
     "/lab3/earlier/2025-student-", "ada"},
    {"./grade export sources --db $G --pseudonyms $D.key -o $D && sort $D.key && stat -c %a $D.key", ",b b\n",
     "644"},
    {"./grade export sources --db $G", "-o names the folder", "usage"},
    {"./grade export sources --db $G --against $D/none.db -o $D", "there is no gradebook", "usage"},
    {"mkdir $D && touch $D/mine && ./grade export sources --db $G -o $D",
     "is there already, and is not empty", "usage"},
    {"./grade export csv --db $G --against $O", "--against and --pseudonyms are for sources", "ada"},
};

START_TEST(folders_are_as_the_tools_take_them) {
    make_class();
    const char *said = shell(exports[_i].typed);
    ck_assert_msg(strstr(said, exports[_i].says) != NULL, "%s", said);
    ck_assert_msg(!strstr(said, exports[_i].lacks), "%s", said);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sources");
    TCase *cases = tcase_create("sources");
    tcase_add_checked_fixture(cases, class_set_up, class_tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, empty_statements_go, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_loop_test(cases, folders_are_as_the_tools_take_them, 0,
                        (int)(sizeof exports / sizeof exports[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
