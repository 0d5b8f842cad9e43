// From what was found to verdicts and points.
#include "judge.h"

struct check *judge_add(struct grading *grading, enum check_id id, const char *task, int max_points) {
    struct check *check = &grading->checks[grading->check_count++];
    *check = check_make(id, task, max_points);
    return check;
}

void judge_blame_launcher(struct grading *grading, struct check *check, size_t task) {
    const struct build *build = grading->cpu.asked ? &grading->cpu.build : &grading->gpu.build;
    if (build->symbols.launcher_lines[task] > 0)
        check_blame(check, grading->submission.name, build->symbols.launcher_lines[task]);
}

void judge(struct grading *grading) {
    grading->check_count = 0;
    judge_build(grading);
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        judge_answers(grading, t);
        judge_safety(grading, t);
        judge_speed(grading, t);
    }
    grading->score = 0;
    grading->max_score = spec_total_points(grading->lab);
    for (size_t i = 0; i < grading->check_count; i++)
        grading->score += grading->checks[i].points;
}
