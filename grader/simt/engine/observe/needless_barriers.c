// Block barriers that ordered nothing in a whole run: a remark, never an error.
//
// The first blocks of each launch are watched. For each word, by kind of access, two threads are kept that
// made the latest accesses, and two that made the latest ones before the barrier before. So of each access
// the nearest earlier one of another thread that it could conflict with is known, and which barriers lie
// between the two: one of them has to stay. Barriers that are left when enough others stay are named. Where a
// launch fences or launches, barriers also order what others see, so all of its barriers stay; likewise where
// a block is too large to be watched.
#include <string.h>

#include "engine/observe/observers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/settings.h"

enum {
    WATCHED_BLOCKS = 4,
    PLACES = 64,
    RING = 64,
    WORDS = 1 << 14,
    MOST_CHOICES = 64,
    KINDS = LOG_ATOMIC + 1
};

/** An access: which barrier of its block came before it, and which thread of the block made it. */
struct moment {
    uint32_t time;
    uint32_t thread;
};

/** Accesses of one kind to a word: two threads' since the latest barrier at which there were any, and two
 * threads' before that. Of the first barrier on, so that time 0 is none. */
struct recent {
    struct moment latest[2], earlier[2];
};

struct word {
    uint64_t key; /**< the watched block and the word */
    struct recent by_kind[KINDS];
};

/** A watched block. */
struct watched {
    uint32_t serial; /**< among all of them; 0: it is not watched */
    uint32_t time;   /**< the next barrier's number */
    uint64_t met;    /**< places that it came to */
    uint8_t ring[RING];
    uint32_t words; /**< of the table that are its own */
    struct word table[WORDS];
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct watched)};
static struct watched *now; /* NULL: not watched */
static uint32_t serials;
static bool fenced; /* in this launch */
static uint64_t met_in_launch;

/* Places are numbered in the order in which the program comes to them. */
static struct {
    uintptr_t pc[PLACES];
    unsigned count;
    uint64_t met, stay;             /**< of all; of those that have to stay */
    uint64_t choices[MOST_CHOICES]; /**< of each of these sets one has to stay */
    unsigned choice_count;
} places;

static bool wanted(void) {
    return simt_check_on(SIMT_CHECK_SYNC) && simt_check_on(SIMT_CHECK_RACE) && !simt_is_embedded();
}

static const char needless[] = "this barrier ordered nothing: in these runs no access before it met one "
                               "after it, as far as the first blocks of "
                               "each launch show; another input may need it";

static void name_needless(void) {
    for (unsigned i = 0; i < places.choice_count; i++)
        if (!(places.choices[i] & places.stay))
            places.stay |= UINT64_C(1) << (63 - __builtin_clzll(places.choices[i]));
    for (uint64_t left = places.met & ~places.stay; left && simt_error_count() == 0; left &= left - 1) {
        const uintptr_t pc = places.pc[__builtin_ctzll(left)];
        struct simt_line line;
        if (!simt_line_of(pc, &line) ||
            !simt_line_is_of_others(&line)) /* CUB's own are not the program's to change */
            simt_remark_add(pc, needless);
    }
}

static void begin_launch(const struct simt_launch_event *launch) {
    (void)launch;
    fenced = false;
    met_in_launch = 0;
    simt_add_last_check(name_needless);
}

static void end_launch(const struct simt_launch_event *launch) {
    places.met |= met_in_launch;
    if (fenced || launch->has_children || launch->aborted)
        places.stay |= met_in_launch;
}

static void resume_block(const struct simt_block_event *block) {
    now =
        block->number < WATCHED_BLOCKS && block->threads > 1 ? simt_block_state(&states, block->place) : NULL;
    if (now && !now->serial)
        now = NULL;
}

static void begin_block(const struct simt_block_event *block) {
    if (block->number < WATCHED_BLOCKS) {
        struct watched *watched = simt_block_state(&states, block->place);
        watched->serial = ++serials;
        watched->time = 1;
        watched->met = watched->words = 0;
    }
    resume_block(block);
}

static void give_up(void) {
    places.stay |= now->met;
    now->serial = 0;
    now = NULL;
}

static unsigned place_of(uintptr_t pc) {
    unsigned i = 0;
    while (i < places.count && places.pc[i] != pc)
        i++;
    if (i == places.count && i < PLACES - 1)
        places.pc[places.count++] = pc;
    return i; /* all beyond share one, which is never named */
}

static void pass_barrier(const struct simt_barrier_event *event) {
    if (!now)
        return;
    const unsigned place = place_of(event->at);
    const uint64_t bit = UINT64_C(1) << place;
    now->met |= bit;
    met_in_launch |= bit;
    if (event->differ || event->reduces || place == PLACES - 1)
        places.stay |= bit;
    now->ring[now->time++ % RING] = (uint8_t)place;
}

/** One of the barriers from number @p from on has to stay. */
static void need_one(uint32_t from) {
    uint64_t between = 0;
    for (uint32_t i = now->time; i-- > from && now->time - i <= RING;)
        between |= UINT64_C(1) << now->ring[i % RING];
    if (between & places.stay)
        return;
    if (!(between & (between - 1)) || places.choice_count == MOST_CHOICES) {
        places.stay |= between;
        return;
    }
    for (unsigned i = 0; i < places.choice_count; i++)
        if (places.choices[i] == between)
            return;
    places.choices[places.choice_count++] = between;
}

/** Whether another thread made one of these accesses; then a barrier is needed. */
static bool has_other(const struct moment *of_two, uint32_t thread) {
    for (unsigned i = 0; i < 2; i++)
        if (of_two[i].time && of_two[i].thread != thread) {
            need_one(of_two[i].time);
            return true;
        }
    return false;
}

static void meet(const struct recent *recent, uint32_t thread) {
    if (recent->latest[0].time == now->time || !has_other(recent->latest, thread))
        has_other(recent->earlier, thread);
}

static void note(struct recent *recent, struct moment at) {
    struct moment *latest = recent->latest, *earlier = recent->earlier;
    if (latest[0].time == at.time) {
        if (latest[0].thread != at.thread)
            latest[1] = latest[0];
        latest[0] = at;
        return;
    }
    if (latest[0].time) {
        const struct moment older = earlier[0].thread != latest[0].thread ? earlier[0] : earlier[1];
        earlier[1] = latest[1].time ? latest[1] : older;
        earlier[0] = latest[0];
    }
    latest[0] = at;
    latest[1] = (struct moment){0};
}

/** The record of a word; NULL if there are too many. */
static struct word *word_at(uint64_t number) {
    const uint64_t key = (uint64_t)now->serial << 40 | number;
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 50);
    while (now->table[i].key != key && now->table[i].key >> 40 == now->serial)
        i = (i + 1) % WORDS;
    if (now->table[i].key != key) {
        if (++now->words > WORDS / 2)
            return NULL;
        memset(&now->table[i], 0, sizeof now->table[i]);
        now->table[i].key = key;
    }
    return &now->table[i];
}

static bool access_word(uint64_t number, enum simt_log_kind kind, uint32_t thread) {
    struct word *word = word_at(number);
    if (!word)
        return false;
    for (int other = LOG_LOAD; other < KINDS; other++)
        if (kind == LOG_STORE || other == LOG_STORE || (int)kind != other)
            meet(&word->by_kind[other], thread);
    note(&word->by_kind[kind], (struct moment){now->time, thread});
    return true;
}

static void access_words(const struct simt_request *request) {
    const uint32_t warp = now ? request->batch->warp - request->batch->block->first_warp : 0;
    for (uint32_t left = request->valid; left && now; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t from = request->offset[lane] / 4,
                       end = (request->offset[lane] + request->size + 3) / 4;
        for (uint64_t number = from; number < end && now; number++)
            if (!access_word(number, request->kind, warp * SIMT_WARP + lane))
                give_up();
    }
}

static void note_fence(const struct simt_sync_event *event) {
    (void)event;
    fenced = true;
}

const struct simt_observer simt_needless_observer = {.name = "needless barriers",
                                                     .wanted = wanted,
                                                     .launch_begin = begin_launch,
                                                     .launch_end = end_launch,
                                                     .block_begin = begin_block,
                                                     .block_resume = resume_block,
                                                     .block_barrier = pass_barrier,
                                                     .request = access_words,
                                                     .sync_fence = note_fence};
