// The files for learning systems that run the grader themselves: each is well formed, and those that can run
// here do.
#include <check.h>
#include <cjson/cJSON.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <yaml.h>

static char output[100000];

// Runs a command in the shell, with $W a new folder. @return its exit code
static int shell(const char *command) {
    char whole[6000];
    snprintf(whole, sizeof whole,
             "W=$(mktemp -d) && chmod 755 $W && (%s) 2>&1; code=$?; chmod -R u+w $W; rm -rf $W; exit $code",
             command);
    FILE *pipe = popen(whole, "re");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const char *command, int code, const char *says) {
    const int ended = shell(command);
    ck_assert_msg(ended == code && strstr(output, says), "%s\nended with %d: %s", command, ended, output);
}

// Every script is valid for sh, and is checked by shellcheck if that is installed.
START_TEST(scripts_are_well_formed) {
    glob_t scripts;
    char command[600];
    ck_assert_int_eq(glob("grader/class/*/*.sh", 0, NULL, &scripts), 0);
    ck_assert_int_eq(glob("grader/class/*/run_autograder", GLOB_APPEND, NULL, &scripts), 0);
    ck_assert_uint_ge(scripts.gl_pathc, 5);
    for (size_t i = 0; i < scripts.gl_pathc; i++) {
        snprintf(command, sizeof command,
                 "S=%s; sh -n $S && test -x $S && { ! command -v shellcheck >/dev/null || shellcheck -S "
                 "warning -s sh $S; }",
                 scripts.gl_pathv[i]);
        expect(command, 0, "");
    }
    globfree(&scripts);
}
END_TEST

// A Dockerfile begins with an image that its caller names, has one command, and copies only existing
// files.
START_TEST(images_are_described) {
    expect("for f in grader/class/*/Dockerfile; do echo $f; grep -q '^ARG IMAGE=' $f && grep -q '^FROM "
           "${IMAGE}$' $f || "
           "exit 1; sed 's/#.*//; /^$/d' $f | sed -e ':a' -e '/\\\\$/N; s/\\\\\\n//; ta' | "
           "grep -vE '^(ARG|FROM|USER|COPY|RUN|CMD|ENV|WORKDIR) ' && exit 1; done; true",
           0, "grader/class/gradescope/Dockerfile");
}
END_TEST

// The workflow of a template repository is YAML, with the image in its place, and starts the image's grader.
START_TEST(the_workflow_is_one) {
    static const char path[] = "grader/class/ci/grade.yml";
    yaml_parser_t parser;
    yaml_event_t event = {.type = YAML_NO_EVENT};
    FILE *file = fopen(path, "re");
    bool image = false, starts = false;
    ck_assert(file && yaml_parser_initialize(&parser));
    yaml_parser_set_input_file(&parser, file);
    while (event.type != YAML_STREAM_END_EVENT) {
        yaml_event_delete(&event);
        ck_assert_msg(yaml_parser_parse(&parser, &event), "%s: %s in line %zu", path, parser.problem,
                      parser.problem_mark.line + 1);
        const char *text = event.type == YAML_SCALAR_EVENT ? (const char *)event.data.scalar.value : "";
        image = image || strcmp(text, "@image@") == 0;
        starts = starts || strstr(text, "grader/class/ci/grade-push.sh");
    }
    yaml_event_delete(&event);
    yaml_parser_delete(&parser);
    fclose(file);
    ck_assert_msg(image && starts, "%s: the image or its grader is missing", path);
}
END_TEST

// docs/question.md and docs/externalGrading.md of PrairieLearn/PrairieLearn require these.
START_TEST(prairielearns_question_is_one) {
    ck_assert_int_eq(shell("cat grader/class/prairielearn/info.json"), 0);
    cJSON *info = cJSON_Parse(output);
    ck_assert_ptr_nonnull(info);
    static const char *const texts[] = {"uuid", "title", "topic", "type", "gradingMethod"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert(cJSON_IsString(cJSON_GetObjectItemCaseSensitive(info, texts[i])));
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(info, "externalGradingOptions");
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(options, "enabled")));
    ck_assert_ptr_nonnull(
        strstr(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(options, "entrypoint")),
               "/grader/class/prairielearn/entrypoint.sh lab"));
    cJSON_Delete(info);
}
END_TEST

#define SCORE(file)                                                                                          \
    " && sqlite3 :memory: \"SELECT 'score ' || json_extract(CAST(readfile('" file "') AS TEXT), "            \
    "'$.score')\""

// Each system's own call, with a file as it supplies it.
static const struct {
    const char *command;
    int code;
    const char *says;
} runs[] = {
    {"mkdir -p $W/student && cp solutions/lab3/lab3.cu $W/student && WARPLAB_GRADE=$W NVCC= "
     "grader/class/prairielearn/entrypoint.sh lab3 >&2" SCORE("$W/results/results.json"),
     0, "score 1"},
    {"mkdir -p $W/student && WARPLAB_GRADE=$W NVCC= grader/class/prairielearn/entrypoint.sh lab3 && "
     "cat $W/results/results.json",
     0, "\"gradable\":\tfalse"},
    {"cp solutions/lab3/lab3.cu $W && D=$PWD && cd $W && NVCC= $D/grader/class/autolab/driver.sh lab3 "
     "lab3.cu | tail -n 1",
     0, "{\"scores\":{\"lab3\":100}"},
    {"D=$PWD && cd $W && NVCC= $D/grader/class/autolab/driver.sh lab3 lab3.cu | tail -n 1", 0,
     "{\"scores\":{\"lab3\":null}}"},
};

START_TEST(systems_get_what_they_ask_for) { expect(runs[_i].command, runs[_i].code, runs[_i].says); }
END_TEST

// Without the plugin no speed is judged: there is neither an autograder nor a result.
#define AUTOGRADER                                                                                           \
    "mkdir -p $W/source/grader/mk $W/source/grader/image $W/results $W/submission && "                       \
    "cp grader/class/gradescope/setup.sh $W/source && printf '#!/bin/sh\\necho g++-here\\n' "                \
    ">$W/source/grader/mk/compiler.sh && "                                                                   \
    "printf '#!/bin/sh\\n%s\\n' \"$BUILT\" >$W/source/grader/image/use-built.sh && "                         \
    "mkdir $W/path && printf '#!/bin/sh\\necho 11\\n' >$W/path/g++-here && printf '#!/bin/sh\\n' "           \
    ">$W/path/make && "                                                                                      \
    "chmod +x $W/path/* $W/source/grader/*/*.sh && "

START_TEST(gradescope_gets_no_unjudged_points) {
    expect("BUILT='mkdir -p build/lib'; " AUTOGRADER "PATH=$W/path:$PATH $W/source/setup.sh", 1,
           "g++ is version 11 here, or has no plugin headers: choose Ubuntu 24.04");
    expect("BUILT='mkdir -p build/lib && touch build/lib/simt_language.so'; " AUTOGRADER
           "PATH=$W/path:$PATH $W/source/setup.sh && echo built",
           0, "built");
    expect("mkdir -p $W/source $W/results $W/submission; sed 's/@lab@/lab3/' "
           "grader/class/gradescope/run_autograder >$W/run; "
           "WARPLAB_AUTOGRADER=$W sh $W/run; echo code $?; ls $W/results",
           0, "built without g++ 12 or newer: nothing is graded\ncode 1\n");
    ck_assert_ptr_null(strstr(output, "results.json"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("autograders");
    TCase *cases = tcase_create("autograders");
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, scripts_are_well_formed);
    tcase_add_test(cases, images_are_described);
    tcase_add_test(cases, the_workflow_is_one);
    tcase_add_test(cases, prairielearns_question_is_one);
    tcase_add_loop_test(cases, systems_get_what_they_ask_for, 0, (int)(sizeof runs / sizeof runs[0]));
    tcase_add_test(cases, gradescope_gets_no_unjudged_points);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
