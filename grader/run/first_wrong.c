// The first wrong intermediate value.
#include "first_wrong.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "block_words.h"
#include "recorded.h"
#include "reports.h"

// MOST_ALONE: elements of which every choice is tried; of the 2^MOST_ALONE sums two are rarely the same.
enum { MOST_LAUNCHES = 16, MOST_SIDES = 4, MOST_ALONE = 16, WORD = 4 };

// The result of the launcher.
enum answer { ANSWER_OTHER, ANSWER_SUM, ANSWER_EXCLUSIVE, ANSWER_INCLUSIVE };

struct search {
    const struct recorded_call *call;
    enum answer answer;
    struct sums sums; // of the random numbers
    uint32_t *shown;  // sums_before() of those in the report
    const struct recorded_launch *launch;
    int number;     // of the launch, from 1
    double threads; // of the first launch
    struct first_wrong *found;
};

// The block's work: the words of the array from which it loads most.
struct part {
    const struct word *list;
    size_t count;
    bool follows;       // its values are sums of consecutive elements
    struct stretch all; // if so
};

static struct part main_part(const struct search *s, const struct words *loads) {
    struct part part = {.count = 0};
    for (size_t i = 0; i < loads->count; i++) {
        size_t first = 0;
        const size_t count = words_of_array(loads, loads->list[i].by->array, &first);
        if (count > part.count)
            part = (struct part){.list = loads->list + first, .count = count};
    }
    part.follows = part.count > 0;
    for (size_t i = 0; i < part.count && part.follows; i++) {
        struct stretch of;
        part.follows = sums_explain(&s->sums, part.list[i].value, part.all.end, &of);
        if (!part.follows || of.begin == of.end)
            continue;
        const bool first = part.all.begin == part.all.end;
        part.follows = first || of.begin == part.all.end;
        part.all = (struct stretch){first ? of.begin : part.all.begin, of.end};
    }
    return part;
}

/* ---- the words about it ---- */

static void say_stretch(char *words, size_t size, const char *one, const char *several, struct stretch of) {
    if (of.end == of.begin + 1)
        snprintf(words, size, language_of(one), of.begin);
    else
        snprintf(words, size, language_of(several), of.begin, of.end - 1);
}

static int32_t shown_sum(const struct search *s, struct stretch of) {
    return (int32_t)(s->shown[of.end] - s->shown[of.begin]);
}

static void say_elements(const struct search *s, char *words, size_t size, struct stretch of) {
    if (of.end == of.begin)
        snprintf(words, size, "0");
    else if (of.end == of.begin + 1)
        snprintf(words, size, language_of("element %d (%d)"), of.begin, shown_sum(s, of));
    else
        snprintf(words, size, language_of("the sum of elements %d to %d (%d)"), of.begin, of.end - 1,
                 shown_sum(s, of));
}

// @param is its meaning in words @param wanted the elements whose sum it should be
static void say(const struct search *s, int line, const char *form, const struct word *word, const char *is,
                struct stretch wanted) {
    char instead[96], place[96];
    say_elements(s, instead, sizeof instead, wanted);
    snprintf(place, sizeof place, "%.64s[%d]", recorded_array(s->launch, word->by->array),
             (int)word->by->cell);
    s->found->line = line;
    snprintf(s->found->words, sizeof s->found->words, language_of(form), s->number, s->launch->kernel,
             word->by->block, line, place, is, instead);
}

// Numbers of 32 random bits, and their sums, are not so small: this one is a count, a flag or an identity.
static bool is_small(uint32_t value) { return value + 0x8000 < 0x10000; }

// Elements that do not follow each other: "the sum of elements 0, 2 (4)".
static bool say_chosen(const struct search *s, char *words, size_t size, uint32_t value) {
    const int32_t n = s->call->n <= MOST_ALONE ? s->call->n : 0;
    uint32_t chosen = 0, sum = 0, shown = 0;
    char list[MOST_ALONE * 4] = "";
    while (sum != value && ++chosen < UINT32_C(1) << n) {
        sum = 0;
        for (int32_t i = 0; i < n; i++)
            sum += chosen >> i & 1 ? s->call->input[i] : 0;
    }
    for (int32_t i = 0; i < n; i++)
        if (chosen >> i & 1) {
            shown += s->call->shown[i];
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", list[0] ? ", " : "", i);
        }
    snprintf(words, size, language_of("the sum of elements %s (%d)"), list, (int32_t)shown);
    return sum == value && list[0];
}

// The meaning of a value that should be a sum. @return false if it may be no sum at all
static bool say_what_is(const struct search *s, char *words, size_t size, uint32_t value,
                        struct stretch wanted) {
    const uint32_t more = value - sums_of(&s->sums, wanted);
    struct stretch is;
    if (sums_explain(&s->sums, value, wanted.begin, &is))
        say_elements(s, words, size, is);
    else if (is_small(more))
        snprintf(words, size, language_of((int)more > 0 ? "too large by %d" : "too small by %d"),
                 abs((int)more));
    else if (sums_explain(&s->sums, more, wanted.begin, &is))
        say_stretch(words, size, "a sum that has element %d twice", "a sum that has elements %d to %d twice",
                    is);
    else if (sums_explain(&s->sums, -more, wanted.begin, &is))
        say_stretch(words, size, "a sum without element %d", "a sum without elements %d to %d", is);
    else if (!say_chosen(s, words, size, value))
        snprintf(words, size, "%s", language_of("something else"));
    return !is_small(value);
}

/* ---- the work of a block ---- */

static bool is_any_sum(const struct words *loads, uint32_t value) {
    for (size_t i = 0; i < loads->count; i++) {
        size_t first = 0;
        const size_t count = words_of_array(loads, loads->list[i].by->array, &first);
        if (words_sum(loads->list + first, count) == value)
            return true;
    }
    return words_sum(loads->list, loads->count) == value;
}

static bool judge_shuffle(const struct search *s, const struct word *word) {
    const struct access *shuffle = word_from_absent(s->launch, word);
    if (!shuffle)
        return false;
    s->found->line = shuffle->line;
    snprintf(
        s->found->words, sizeof s->found->words,
        language_of(
            "launch %d (%s), block %d, line %d: thread %d takes the value of lane %d, which takes no part: "
            "it has ended, or is in another branch."),
        s->number, s->launch->kernel, shuffle->block, shuffle->line, shuffle->thread, (int)shuffle->place);
    return true;
}

// One result word of a block is the sum of all that it loaded, or, if blocks look back, of all up to there.
// Other numbers are flags and counts: a wrong sum is one of fewer elements, or of more.
static bool judge_sum(const struct search *s, const struct part *part, const struct words *loads,
                      const struct word *word) {
    struct stretch is;
    char words[128];
    if (is_any_sum(loads, word->value))
        return false;
    if (judge_shuffle(s, word))
        return true;
    const bool up_to_there =
        sums_explain(&s->sums, word->value, 0, &is) && is.end == part->all.end && is.begin <= part->all.begin;
    if (!part->follows || up_to_there || !say_what_is(s, words, sizeof words, word->value, part->all))
        return false;
    say(s, word_maker(s->launch, word),
        "launch %d (%s), block %d, line %d: the sum that it leaves in %s is %s. It should be %s.", word,
        words, part->all);
    return true;
}

// The possible values of a scanned part's words: the sum of all before it, with or without its own, or its
// own alone; and the same number may be added to each.
enum form { FORM_SHIFTED, FORM_EXCLUSIVE, FORM_INCLUSIVE, FORMS };

static size_t matches(const struct part *part, const struct word *left, enum form form, uint32_t base,
                      size_t *first_wrong) {
    size_t right = 0;
    uint32_t before = base;
    *first_wrong = part->count;
    for (size_t i = 0; i < part->count; i++) {
        const uint32_t own = part->list[i].value;
        const bool good = left[i].value == (form == FORM_EXCLUSIVE   ? before
                                            : form == FORM_INCLUSIVE ? before + own
                                                                     : base + own);
        right += good;
        before += own;
        if (!good && *first_wrong == part->count)
            *first_wrong = i;
    }
    return right;
}

struct scanned {
    enum form form;
    const struct word *side; // the word that was added to all; NULL: none
    size_t right, first_wrong;
};

static struct scanned best_form(const struct part *part, const struct words *loads, const struct word *left) {
    struct scanned best = {.right = 0};
    int sides = 0;
    for (size_t i = 0; i <= loads->count && sides <= MOST_SIDES; i++) {
        const struct word *side = i > 0 ? &loads->list[i - 1] : NULL;
        if (side && side->by->array == part->list->by->array)
            continue;
        sides++;
        for (int form = 0; form < FORMS; form++) {
            struct scanned now = {.form = (enum form)form, .side = side};
            now.right = matches(part, left, now.form, side ? side->value : 0, &now.first_wrong);
            if (now.right > best.right)
                best = now;
        }
    }
    return best;
}

// The sum before the part is to be added to it. In the end an element has all before it, or its own, too.
static bool judge_offset(const struct search *s, const struct part *part, const struct word *left,
                         const struct word *side) {
    const cJSON *outputs = cJSON_GetObjectItemCaseSensitive(s->call->driver, "outputs");
    const cJSON *output = cJSON_GetArrayItem(outputs, 0);
    const double from = cJSON_IsNumber(output) ? output->valuedouble : -1,
                 last = ((double)left[part->count - 1].place - from) / WORD;
    struct stretch own, is = {0, 0};
    const size_t at = part->count - 1;
    if (from < 0 || last < 0 || last >= s->call->n ||
        !sums_explain(&s->sums, part->list[at].value, (int32_t)last, &own) ||
        !sums_explain(&s->sums, side->value, 0, &is))
        return false;
    // The first one of a part has nothing before it there.
    if (own.begin == own.end && s->answer == ANSWER_EXCLUSIVE)
        own = (struct stretch){(int32_t)last, (int32_t)last};
    else if (own.begin == own.end)
        return false;
    const struct stretch wanted = {0, own.begin};
    if (is.begin == wanted.begin && is.end == wanted.end)
        return false;
    if (is.begin == is.end && wanted.end == 0)
        return false;
    char words[96];
    say_elements(s, words, sizeof words, is);
    say(s, side->by->line, "launch %d (%s), block %d, line %d: what it adds from %s is %s. It should be %s.",
        side, words, wanted);
    return true;
}

// The elements whose sum the i-th result word should be.
static struct stretch wanted_at(const struct search *s, const struct part *part, enum form form, size_t i) {
    struct stretch wanted = {part->all.begin, part->all.begin}, own;
    for (size_t k = 0; k < i + (form == FORM_INCLUSIVE); k++)
        if (sums_explain(&s->sums, part->list[k].value, wanted.end, &own) && own.begin < own.end)
            wanted.end = own.end;
    return wanted;
}

static bool judge_scan(const struct search *s, const struct part *part, const struct words *loads,
                       const struct word *left) {
    struct scanned scanned = best_form(part, loads, left);
    char words[128];
    if (scanned.right == part->count && scanned.form == FORM_SHIFTED && scanned.side)
        return judge_offset(s, part, left, scanned.side);
    if (scanned.right == part->count || !part->follows)
        return false;
    // A scan from the first element on is complete, whatever follows. Where little is added, most is a copy.
    const bool is_copy = scanned.form == FORM_SHIFTED && !scanned.side;
    if ((scanned.right < (part->count + 1) / 2 || is_copy) && part->all.begin == 0) {
        scanned = (struct scanned){.form = s->answer == ANSWER_INCLUSIVE ? FORM_INCLUSIVE : FORM_EXCLUSIVE};
        scanned.right = part->count - 1;
        matches(part, left, scanned.form, 0, &scanned.first_wrong);
    }
    if (scanned.right < (part->count + 1) / 2 || scanned.form == FORM_SHIFTED || scanned.side)
        return false;
    const size_t i = scanned.first_wrong;
    const struct stretch wanted = wanted_at(s, part, scanned.form, i);
    say_what_is(s, words, sizeof words, left[i].value, wanted);
    say(s, word_maker(s->launch, &left[i]),
        "launch %d (%s), block %d, line %d: what it leaves in %s is %s. It should be %s.", &left[i], words,
        wanted);
    return true;
}

// Loads of a block from its own result words: it works in place.
static bool in_place(const struct words *loads, const struct word *left, size_t count, struct part *part) {
    const struct word *first = words_at(loads, left->place);
    *part = (struct part){.list = first, .count = count, .follows = true};
    for (size_t i = 0; first && i < count; i++)
        if (first + i >= loads->list + loads->count || first[i].place != left[i].place)
            return false;
    return first != NULL;
}

// Each has the same number added.
static bool judge_added(const struct search *s, const struct words *loads, const struct word *left,
                        size_t count) {
    struct part part;
    if (!in_place(loads, left, count, &part))
        return false;
    const struct scanned scanned = best_form(&part, loads, left);
    return scanned.form == FORM_SHIFTED && scanned.right == count && scanned.side &&
           judge_offset(s, &part, left, scanned.side);
}

static bool judge_block(const struct search *s, int block) {
    struct block_words words;
    bool found = false;
    if (block_words_read(&words, s->launch, block)) {
        const struct words *stores = &words.stores;
        const struct part part = main_part(s, &words.loads);
        // A scan before its sum, which has the same mistake in it.
        for (int sums = s->answer == ANSWER_SUM; part.count > 0 && sums < 2; sums++)
            for (size_t i = 0; i < stores->count && !found;) {
                size_t first = i;
                const size_t count = words_of_array(stores, stores->list[i].by->array, &first);
                if (sums)
                    found = count == 1 && judge_sum(s, &part, &words.loads, &stores->list[i]);
                else
                    found = judge_added(s, &words.loads, &stores->list[i], count) ||
                            (count > 1 && count == part.count &&
                             judge_scan(s, &part, &words.loads, &stores->list[i]));
                i += count;
            }
    }
    block_words_free(&words);
    return found;
}

/* ---- the whole call ---- */

// Marks the elements of the input that are loaded.
static void note_loaded(const struct search *s, bool *loaded) {
    for (size_t i = 0; i < s->launch->count; i++) {
        const struct access *a = &s->launch->list[i];
        struct stretch of;
        if (a->kind == ACCESS_LOAD && !a->shared &&
            sums_explain(&s->sums, a->value, a->cell < s->call->n ? (int32_t)a->cell : 0, &of) &&
            of.end == of.begin + 1)
            loaded[of.begin] = true;
    }
}

static void say_never_loaded(const struct search *s, const bool *loaded) {
    int32_t begin = 0, end;
    while (begin < s->call->n && loaded[begin])
        begin++;
    for (end = begin; end < s->call->n && !loaded[end];)
        end++;
    if (end == begin)
        return;
    char *words = s->found->words;
    const size_t size = sizeof s->found->words;
    say_stretch(words, size, "no block of any launch loads element %d of the input.",
                "no block of any launch loads elements %d to %d of the input.", (struct stretch){begin, end});
    if (s->threads < s->call->n)
        snprintf(words + strlen(words), size - strlen(words), language_of(" Launch 1 has only %.0f threads."),
                 s->threads);
}

static enum answer answer_of(const struct recorded_call *call, const uint32_t *prefix) {
    const uint32_t *expected = call->expected;
    bool exclusive = call->expected_count == (size_t)call->n, inclusive = exclusive;
    if (call->expected_count == 1 && expected[0] == prefix[call->n])
        return ANSWER_SUM;
    for (int32_t i = 0; i < call->n && (exclusive || inclusive); i++) {
        exclusive = exclusive && expected[i] == prefix[i];
        inclusive = inclusive && expected[i] == prefix[i + 1];
    }
    return exclusive ? ANSWER_EXCLUSIVE : inclusive ? ANSWER_INCLUSIVE : ANSWER_OTHER;
}

static bool prepare(struct search *s) {
    s->shown = sums_before(s->call->shown, s->call->n);
    if (!sums_make(&s->sums, s->call->input, s->call->n) || !s->shown)
        return false;
    s->answer = answer_of(s->call, s->sums.before);
    return s->answer != ANSWER_OTHER;
}

static double threads_of(const cJSON *launch) {
    const cJSON *extent;
    double threads = 1;
    for (int i = 0; i < 2; i++)
        cJSON_ArrayForEach(extent, cJSON_GetObjectItemCaseSensitive(launch, i ? "grid" : "block")) threads *=
            extent->valuedouble;
    return threads;
}

// @return whether all launches were searched, and nothing was found
static bool search_launches(struct search *s, bool *loaded) {
    const cJSON *trace = cJSON_GetObjectItemCaseSensitive(s->call->driver, "trace"), *json;
    bool found = false, whole = true;
    cJSON_ArrayForEach(json, cJSON_GetObjectItemCaseSensitive(trace, "launches")) {
        struct recorded_launch launch;
        if (s->number++ >= MOST_LAUNCHES || !recorded_read(&launch, json, trace, s->call->file, false))
            return false;
        s->launch = &launch;
        s->threads = s->number == 1 ? threads_of(json) : s->threads;
        whole = whole && launch.blocks > 0 && !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "cut"));
        for (int block = 0; block < launch.blocks && !found; block++)
            found = judge_block(s, block);
        note_loaded(s, loaded);
        recorded_free(&launch);
        if (found)
            return false;
    }
    return whole && s->number > 0;
}

void first_wrong_find(struct first_wrong *found, const struct recorded_call *call) {
    struct search s = {.call = call, .found = found};
    *found = (struct first_wrong){.line = 0};
    bool *loaded = call->n > 0 ? calloc((size_t)call->n, sizeof *loaded) : NULL;
    if (loaded && prepare(&s) && search_launches(&s, loaded))
        say_never_loaded(&s, loaded);
    free(loaded);
    free(s.shown);
    sums_free(&s.sums);
}
