/**
 * @file judge.h
 * @brief From what was found to verdicts and points.
 */
#ifndef WARPLAB_JUDGE_H
#define WARPLAB_JUDGE_H

#include "run/grading.h"

/** Fills the run's checks and score; everything else of @p grading is only read. */
void judge(struct grading *grading);

/**
 * The check to fix first: of the first task that is wrong or unsafe, the one whose cause brings about the
 * others; then a task that is not started; then technique, speed and leaks.
 * @return NULL if nothing is left to do
 */
const struct check *judge_first_cause(const struct grading *grading);

/** @name Its parts, one file each
 * @{ */
/** correct and limits of one task. */
void judge_answers(struct grading *grading, size_t task);
/** memory, init, races, sync and api of one task. */
void judge_safety(struct grading *grading, size_t task);
/** technique of one task. */
void judge_technique(struct grading *grading, size_t task);
/** bandwidth of one task. */
void judge_speed(struct grading *grading, size_t task);
/** What was predicted: a check for each thing that is asked for. */
void judge_predictions(struct grading *grading);
/** What was answered about the submission's own run: a check for each question, without points. */
void judge_explained(struct grading *grading);
/** @} */

/** Nothing reads faster than this, over what a copy reaches: a kernel that only reads got 1.06 on an H200. */
extern const double judge_roofline;

/** Whether so much of the measured case went through the host that nothing is to be said of the device. */
bool judge_host_worked(const struct grading *grading, const struct spec_task *task);
/** Adds a check to the run. */
struct check *judge_add(struct grading *grading, enum check_id id, const char *task, int max_points);
/** Whether the engine saw a right answer of the task that tells (plan_case_tells()), in any order of
 * execution, or in one in which lanes are in step if @p in_step. Where there is a race, only cases count that
 * are the same with every seed.
 */
bool judge_right_at_size(const struct grading *grading, const struct spec_task *task, bool in_step);
/** Fails a check because the engine's report of this case is missing: by the runner's own words if it has
 * any. */
void judge_unreadable(struct grading *grading, struct check *check, size_t task,
                      const struct outcome *outcome);
/** Blames the line where the task's launcher begins. */
void judge_blame_launcher(struct grading *grading, struct check *check, size_t task);

#endif
