// What was predicted: one check for each thing that questions ask for, so that a class page counts how many
// students have not understood it.
#include <inttypes.h>
#include <stdio.h>

#include "base/language.h"
#include "judge.h"

// The questions about one thing.
struct marks {
    int points, max_points;
    int asked, right, unanswered;
    size_t wrong; // the first question that was not answered rightly
};

static struct marks mark(const struct grading *grading, enum question_asks asks) {
    const struct predictions *predictions = &grading->predictions;
    struct marks marks = {0};
    size_t program;
    const struct question *question;
    for (size_t i = 0; (question = question_at(grading->lab, i, &program)); i++) {
        if (question->asks != asks)
            continue;
        const int64_t answer = predictions->answers[i];
        const bool right = predictions->counted && answer == predictions_key(predictions, i);
        const bool unanswered = !predictions->lab || answer == QUESTION_NO_ANSWER;
        if (!right && marks.asked == marks.right)
            marks.wrong = i;
        marks.asked++;
        marks.right += right;
        marks.unanswered += unanswered;
        marks.points += right ? question->points : 0;
        marks.max_points += question->points;
    }
    return marks;
}

// Who answered what, and how it is.
static void tell_wrong(struct check *check, const struct predictions *predictions,
                       const struct marks *marks) {
    char values[128], answer[32], why[400];
    size_t p;
    const struct question *question = question_at(predictions->lab, marks->wrong, &p);
    const struct question_program *program = &predictions->lab->programs[p];
    const struct question_counts *counts = &predictions->counts[p];
    const int64_t given = predictions->answers[marks->wrong];
    question_values(program, counts->values, values, sizeof values);
    question_explain(program, question, counts, why, sizeof why);
    if (given >= 0)
        snprintf(answer, sizeof answer, "%" PRId64, given);
    else
        snprintf(answer, sizeof answer, "%s",
                 language_of(given == QUESTION_NO_ANSWER ? "nothing" : "no number"));
    check_fail(check, marks->points, "%s with %s: predicted %s, counted %lld. %s", program->name, values,
               answer, (long long)predictions_key(predictions, marks->wrong), why);
}

static void judge_one(struct grading *grading, enum question_asks asks, const struct marks *marks) {
    const struct predictions *predictions = &grading->predictions;
    struct check *check = judge_add(grading, CHECK_PREDICTED, question_concept(asks), marks->max_points);
    if (!predictions->lab)
        check_skip(check, "the file has no predictions: ./grade %s --predict asks for them",
                   grading->lab->name);
    else if (!predictions->counted)
        check_leave_open(check, "nothing could be counted: %s; grade it again", predictions->error.text);
    else if (marks->right == marks->asked)
        check_pass(check, "all right");
    else if (marks->unanswered == marks->asked)
        check_skip(check, "not answered");
    else
        tell_wrong(check, predictions, marks);
}

void judge_predictions(struct grading *grading) {
    const struct spec *lab = grading->lab;
    if (!grading->predictions.lab && question_points(lab) == 0)
        return;
    for (enum question_asks asks = 0; asks < ASK_COUNT; asks++) {
        const struct marks marks = mark(grading, asks);
        if (marks.asked > 0)
            judge_one(grading, asks, &marks);
    }
}

/* ---- what was answered about the submission's own run ---- */

static void judge_answer(struct grading *grading, size_t i) {
    const struct explain_question *question = &grading->explained.questions[i];
    const int64_t given = grading->explained.answers[i];
    struct check *check = judge_add(grading, CHECK_EXPLAINED, explain_concept(question->kind), 0);
    if (given == question->key)
        check_pass(check, "all right");
    else if (given == QUESTION_NO_ANSWER)
        check_skip(check, "not answered");
    else if (given == QUESTION_NO_NUMBER)
        check_fail(check, 0, "%s The answer is no number; it is %lld. %s", question->text,
                   (long long)question->key, question->why);
    else
        check_fail(check, 0, "%s Answered %lld, recorded %lld. %s", question->text, (long long)given,
                   (long long)question->key, question->why);
}

void judge_explained(struct grading *grading) {
    const struct explained *explained = &grading->explained;
    if (!explained->handed_in)
        return;
    if (explained->changed)
        check_fail(
            judge_add(grading, CHECK_EXPLAINED, NULL, 0), 0,
            "the file has changed since its answers were given, or they are not at its end: they do not "
            "count; ./grade %s --explain asks again",
            grading->lab->name);
    else if (explained->count == 0)
        check_leave_open(judge_add(grading, CHECK_EXPLAINED, NULL, 0), "nothing could be asked: %s",
                         explained->error.text);
    for (size_t i = 0; i < explained->count && !explained->changed; i++)
        judge_answer(grading, i);
}
