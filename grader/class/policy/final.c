// A final score: of the attempt that counts, less the penalty for lateness; or one that a person has set.
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "class/policy/internal.h"
#include "lab/spec.h"

enum { DAY_S = 86400, TIME_SIZE = 40 };

// The data about one student's lab.
struct judging {
    const struct policy *policy;
    struct policy_rules rules; // the lab's, or the course's if it has none
    time_t due;                // of this student; 0: never
    const char *because;       // the origin of that time
    bool extended;             // it is an extension of the student
    const char *version;       // of the lab in this program; NULL if it has no such lab
    FILE *out;                 // for the explanation; NULL: none is wanted
    double used_before;        // late days, in labs that were due before
    int number;                // of the attempt
    struct policy_score best;  // of the attempts seen
    int best_number;
    double best_used; // late days
};

static void __attribute__((format(printf, 2, 3))) say(FILE *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (out)
        vfprintf(out, format, arguments);
    va_end(arguments);
}

static const char *time_text(time_t when, char *text) {
    struct tm local;
    strftime(text, TIME_SIZE, "%Y-%m-%d %H:%M:%S", localtime_r(&when, &local));
    return text;
}

static struct policy_rules rules_of(const struct policy *policy, const char *lab) {
    struct policy_rules rules = policy->course;
    for (size_t i = 0; i < policy->lab_count; i++) {
        const struct policy_rules *own = &policy->labs[i];
        if (strcmp(own->name, lab) != 0)
            continue;
        rules.due = own->due ? own->due : rules.due;
        for (int k = 0; k < RULE_COUNT; k++)
            rules.number[k] = own->number[k] >= 0 ? own->number[k] : rules.number[k];
        rules.attempt = own->attempt ? own->attempt : rules.attempt;
    }
    return rules;
}

bool policy_best_counts(const struct policy *policy, const char *lab) {
    return policy && rules_of(policy, lab).attempt == 'b';
}

// Finds the due time: the lab's or the section's; an extension of the student overrides both.
static void find_due(struct judging *judging, const struct gradebook_result *result) {
    const char *section = result->keys[0] ? result->keys[PERSON_SECTION] : "";
    judging->due = judging->rules.due;
    judging->because = "the lab's";
    for (size_t i = 0; i < judging->policy->line_count; i++) {
        const struct policy_line *line = &judging->policy->lines[i];
        const bool own = line->kind == POLICY_EXTENSION && policy_is_student(line->who, result);
        const bool of_section =
            line->kind == POLICY_SECTION_DUE && strcasecmp(line->who, section) == 0 && !judging->extended;
        if ((!own && !of_section) || strcmp(line->lab, result->lab) != 0)
            continue;
        judging->due = line->due;
        judging->extended = own;
        judging->because = own ? "an extension gives the" : "the section's";
    }
}

// The number of days begun after the due time and the grace period. If only the learning system's mark shows
// that it was late, an extension is assumed to cover it.
static double days_late(const struct judging *judging, const struct gradebook_result *attempt) {
    const double grace = judging->rules.number[RULE_GRACE] > 0 ? 60 * judging->rules.number[RULE_GRACE] : 0;
    if (!attempt->submitted)
        return attempt->late && !judging->extended ? 1 : 0;
    const double late = (double)(attempt->submitted - judging->due) - grace;
    return judging->due && late > 0 ? ceil(late / DAY_S) : 0;
}

// The days of lateness that cost nothing; prints them.
static double free_days(const struct judging *judging, double days) {
    const double budget = judging->policy->late_days, cap = judging->rules.number[RULE_LATE_DAYS];
    const double left = budget >= 0 ? budget - judging->used_before : cap >= 0 ? INFINITY : 0;
    const double most = cap >= 0 && cap < left ? cap : left, used = days < most ? days : most;
    if (days == 0 || (budget < 0 && cap < 0))
        return 0;
    say(judging->out,
        most < left ? "    late days: %g of at most %g for a lab used here"
                    : "    late days: %g of %g left used here",
        used, most);
    if (budget >= 0)
        say(judging->out, ", after %g of %g in earlier labs", judging->used_before, budget);
    say(judging->out, "\n");
    return used;
}

static void say_when(const struct judging *judging, const struct gradebook_result *attempt, double days) {
    char when[TIME_SIZE];
    if (attempt->submitted)
        say(judging->out, "handed in %s", time_text((time_t)attempt->submitted, when));
    else
        say(judging->out, "nothing says when it was handed in");
    if (attempt->late && !attempt->submitted)
        say(judging->out, ", but that it was late%s",
            judging->extended ? ", which the extension covers" : ": a day");
    else if (days > 0)
        say(judging->out, ", %g started %s late", days, days > 1 ? "days" : "day");
    else if (attempt->submitted && judging->due && attempt->submitted > judging->due)
        say(judging->out, ", within a grace of %g minutes", judging->rules.number[RULE_GRACE]);
    if (!judging->version || strcmp(attempt->version, judging->version) != 0)
        say(judging->out, "; graded before the lab or the grader has changed");
    say(judging->out, "\n");
}

// The score of an attempt after a penalty for lateness.
static struct policy_score less(const struct gradebook_result *attempt, double cost) {
    const double judged = attempt->max_score - attempt->open_points;
    const double points = fmax(0, attempt->score - cost);
    return (struct policy_score){
        .counts = true,
        .points = points,
        .open = fmax(0, attempt->score + attempt->open_points - cost) - points,
        .excluded = judged > 0 ? fmax(0, attempt->score / judged * attempt->max_score - cost) : -1};
}

struct policy_score policy_reached(const struct gradebook_result *result) {
    return result->has_score ? less(result, 0) : (struct policy_score){.counts = false};
}

struct gradebook_words policy_open_words(const struct policy_score *score) {
    struct gradebook_words words = {""};
    if (score->open > 0)
        snprintf(words.text, sizeof words.text, ", %g open", score->open);
    return words;
}

// @param used gets the number of late days used
static struct policy_score points_of(const struct judging *judging, const struct gradebook_result *attempt,
                                     double days, double *used) {
    *used = 0;
    const double penalty = judging->rules.number[RULE_PENALTY] > 0 ? judging->rules.number[RULE_PENALTY] : 0;
    if (judging->rules.number[RULE_CLOSED] >= 0 && days > judging->rules.number[RULE_CLOSED]) {
        say(judging->out, "    closed after %g days: 0\n", judging->rules.number[RULE_CLOSED]);
        return less(attempt, INFINITY);
    }
    *used = free_days(judging, days);
    const struct policy_score score = less(attempt, (days - *used) * penalty / 100 * attempt->max_score);
    if (days > *used)
        say(judging->out, "    %g - %g x %g %% of %g = %g\n", attempt->score, days - *used, penalty,
            attempt->max_score, score.points);
    return score;
}

// Gives so many of 100 points to the answers about the submission's own run; the other checks share the rest.
static struct gradebook_result with_answers(const struct judging *judging,
                                            const struct gradebook_result *attempt) {
    struct gradebook_result whole = *attempt;
    const double explain = judging->rules.number[RULE_EXPLAIN], rest = (100 - explain) / 100;
    const int asked = attempt->explained > 0 ? attempt->explained : 1;
    if (!(explain > 0))
        return whole;
    if (attempt->explained < 0) {
        say(judging->out, "    %g, for nothing could be asked about its run\n", whole.score);
        return whole;
    }
    const double most = explain / 100 * attempt->max_score;
    whole.score = rest * attempt->score + most * attempt->explained_right / asked;
    whole.open_points = rest * attempt->open_points;
    if (attempt->explained > 0)
        say(judging->out, "    %g %% of %g + %g x %d of %d answers = %g\n", 100 - explain, attempt->score,
            most, attempt->explained_right, attempt->explained, whole.score);
    else
        say(judging->out, "    %g %% of %g + none of %g, for no answers came with it = %g\n", 100 - explain,
            attempt->score, most, whole.score);
    return whole;
}

static void take_attempt(struct judging *judging, const struct gradebook_result *as_graded) {
    judging->number++;
    say(judging->out, "  attempt %d: %s, ", judging->number,
        gradebook_score_words(as_graded->score, as_graded->max_score, as_graded->open_points).text);
    const double days = days_late(judging, as_graded);
    say_when(judging, as_graded, days);
    double used;
    const struct gradebook_result attempt = with_answers(judging, as_graded);
    const struct policy_score score = points_of(judging, &attempt, days, &used), *best = &judging->best;
    if (!best->counts || score.points > best->points ||
        (score.points == best->points && score.open > best->open)) {
        judging->best = score;
        judging->best_used = used;
        judging->best_number = judging->number;
    }
}

static const struct policy_line *find_override(const struct policy *policy,
                                               const struct gradebook_result *result) {
    const struct policy_line *found = NULL; // the last one counts
    for (size_t i = 0; i < policy->line_count; i++)
        if (policy->lines[i].kind == POLICY_OVERRIDE && strcmp(policy->lines[i].lab, result->lab) == 0 &&
            policy_is_student(policy->lines[i].who, result))
            found = &policy->lines[i];
    return found;
}

static bool take_attempts(struct judging *judging, struct gradebook *book,
                          const struct gradebook_result *result) {
    if (judging->rules.attempt == 'b') {
        struct gradebook_rows rows = gradebook_attempts(book, result->student, result->lab);
        struct gradebook_result attempt;
        while (gradebook_next_result(&rows, &attempt))
            take_attempt(judging, &attempt);
        if (!gradebook_rows_end(&rows))
            return false;
        if (judging->number > 1)
            say(judging->out, "  the best counts: attempt %d\n", judging->best_number);
    } else if (result->has_score) {
        take_attempt(judging, result);
    }
    return true;
}

static struct judging begin(const struct policy *policy, const struct gradebook_result *result,
                            double used_before, FILE *out) {
    struct judging judging = {.policy = policy,
                              .rules = rules_of(policy, result->lab),
                              .version = version_of(result->lab),
                              .used_before = used_before,
                              .out = out};
    find_due(&judging, result);
    return judging;
}

// Labs of a student, in the order in which they are due.
struct due_labs {
    struct {
        char lab[32];
        time_t due;
    } items[POLICY_MAX_LABS];
    size_t count;
};

static void list_lab(struct due_labs *labs, const char *lab, time_t due) {
    size_t at = labs->count++;
    for (; at > 0 && labs->items[at - 1].due > due; at--)
        labs->items[at] = labs->items[at - 1];
    snprintf(labs->items[at].lab, sizeof labs->items[at].lab, "%s", lab);
    labs->items[at].due = due;
}

// Adds the late days that were used for a lab.
static bool spend(const struct policy *policy, struct gradebook *book, const struct gradebook_filter *which,
                  double *used) {
    struct gradebook_rows rows = gradebook_results(book, which);
    struct gradebook_result result;
    bool good = true;
    if (gradebook_next_result(&rows, &result)) {
        struct judging judging = begin(policy, &result, *used, NULL);
        good = take_attempts(&judging, book, &result);
        *used += find_override(policy, &result) ? 0 : judging.best_used;
    }
    return gradebook_rows_end(&rows) && good;
}

// The late days that a student has used in labs that were due before.
static bool used_before(const struct policy *policy, struct gradebook *book,
                        const struct gradebook_result *result, double *used) {
    struct due_labs labs = {.count = 0};
    struct gradebook_result other;
    *used = 0;
    if (policy->late_days < 0)
        return true;
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){result->student, NULL});
    while (labs.count < POLICY_MAX_LABS && gradebook_next_result(&rows, &other))
        list_lab(&labs, other.lab, rules_of(policy, other.lab).due);
    bool good = gradebook_rows_end(&rows);
    for (size_t i = 0; good && i < labs.count && strcmp(labs.items[i].lab, result->lab) != 0; i++)
        good = spend(policy, book, &(struct gradebook_filter){result->student, labs.items[i].lab}, used);
    return good;
}

static void say_override(FILE *out, enum policy_reader reader, const struct policy_line *override) {
    const bool told = reader == POLICY_STAFF || override->public;
    say(out, "  set to %g by %s%s%s", override->points, override->author, told ? ": " : "",
        told ? override->reason : "");
    if (reader == POLICY_STAFF)
        say(out, " (line %d of the policy)", override->line);
    say(out, "\n");
}

bool policy_apply(const struct policy *policy, struct gradebook *book, const struct gradebook_result *result,
                  struct policy_score *score, enum policy_reader reader, FILE *explained) {
    char when[TIME_SIZE];
    double used;
    const struct policy_line *override = find_override(policy, result);
    if (!used_before(policy, book, result, &used))
        return false;
    struct judging judging = begin(policy, result, used, explained);
    if (judging.due)
        say(explained, "  due %s: %s time\n", time_text(judging.due, when), judging.because);
    if (!take_attempts(&judging, book, result))
        return false;
    if (!judging.best.counts)
        say(explained, "  %s\n", result->reason ? result->reason : "not graded yet");
    if (override)
        say_override(explained, reader, override);
    *score = override ? (struct policy_score){true, override->points, 0, override->points} : judging.best;
    return true;
}
