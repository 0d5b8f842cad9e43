// A task of the array: grades the submissions of its part that have no result.

#include "class/pool/progress.h"
#include "class/slurm/slurm.h"
#include "lab/spec.h"

// If the machine must not grade, each submission of the part gets the reason.
static bool decline(struct gradebook *book, const struct intake *intake, const char *unfit) {
    for (size_t i = 0; i < intake->count; i++) {
        struct gradebook_work work;
        if (gradebook_claim(book, intake->targets[i].student, intake->targets[i].lab, &work) !=
            GRADEBOOK_CLAIMED)
            continue;
        const bool released = gradebook_release(book, &work, unfit);
        gradebook_work_free(&work);
        if (!released)
            return false;
    }
    return true;
}

// The targets get the names of labs from their specs.
bool slurm_targets(struct gradebook *book, struct intake *intake, struct error *error) {
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, NULL});
    struct gradebook_result result;
    bool good = true;
    while (good && gradebook_next_result(&rows, &result)) {
        const struct spec *lab = spec_find(result.lab);
        if (lab && result.submission_sha256)
            good =
                intake_add(intake, result.student, lab->name, NULL) || error_set(error, "memory is used up");
    }
    return gradebook_rows_end(&rows) ? good : error_set(error, "%s", gradebook_error(book));
}

bool slurm_task(const char *part, size_t jobs, const char *unfit, struct error *error) {
    struct intake intake = {.count = 0};
    struct batch_progress progress;
    struct gradebook *book = gradebook_open(part, GRADEBOOK_WRITE, error);
    if (!book)
        return false;
    bool good = slurm_targets(book, &intake, error);
    progress_begin(&progress, intake.count);
    if (good && unfit) {
        error_set(error, "%s", decline(book, &intake, unfit) ? unfit : gradebook_error(book));
        good = false;
    }
    good = good && worker_pool_grade(book, &intake, jobs, &progress, error);
    intake_free(&intake);
    gradebook_close(book);
    return good;
}
