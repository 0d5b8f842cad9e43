// Draws a recording: each launch from barrier to barrier, or one step. Rows of cells follow each other
// downwards in time, with arrows between values that depend on each other.
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/svg.h"

enum { LAUNCHES = 6, ERRORS = 4 };
// Lengths in pixels; and the maximum number of columns of an array.
enum { COLUMNS = 32, LEFT = 190, MARGIN = 24, HEIGHT = 30, GAP = 22, ARROW_GAP = 54 };

// A picture that is being drawn.
struct page {
    FILE *out;           // the picture's elements
    FILE *words;         // the description of its first rows for a screen reader
    const cJSON *trace;  // the recording
    const cJSON *launch; // that is drawn
    int y;               // the y of the next element
    int pitch;           // from cell to cell
    int width;           // of the widest element so far
};

static const char *text_of(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "?";
}

static void widen(struct page *page, int width) { page->width = width > page->width ? width : page->width; }

static const cJSON *array_of(const struct page *page, const struct simt_replay_row *row) {
    return simt_replay_item(page->launch, "arrays", row->array);
}

static int columns_of(const struct simt_replay_row *row) {
    return row->count < COLUMNS ? row->count : COLUMNS;
}

static struct svg_row place_of(const struct page *page, int y) {
    return (struct svg_row){
        .x = LEFT, .y = y, .width = page->pitch - 6, .height = HEIGHT, .pitch = page->pitch};
}

// Wide enough for the longest value.
static int pitch_for(const struct simt_replay *replay) {
    size_t longest = 1;
    int columns = 1;
    for (int r = 0; r < replay->row_count; r++) {
        columns = columns_of(&replay->row[r]) > columns ? columns_of(&replay->row[r]) : columns;
        for (int c = 0; c < columns_of(&replay->row[r]); c++) {
            char value[40];
            simt_replay_value(value, sizeof value, replay->row[r].value[c]);
            longest = strlen(value) > longest ? strlen(value) : longest;
        }
    }
    const int least = columns <= 8 ? 62 : columns <= 16 ? 46 : 34;
    return (int)longest * 9 + 16 > least ? (int)longest * 9 + 16 : least;
}

static enum svg_fill fill_of(const struct page *page, const struct simt_replay_row *row, int c) {
    const bool shared = strcmp(text_of(array_of(page, row), "space"), "shared") == 0;
    switch ((enum simt_replay_mark)row->mark[c]) {
    case REPLAY_WRONG:
        return SVG_WRONG;
    case REPLAY_WRITTEN:
        return shared ? SVG_BUSY : SVG_SUM;
    case REPLAY_READ:
        return !row->value[c] ? SVG_NEVER : row->is_start && !shared ? SVG_GLOBAL : SVG_READ;
    default:
        return row->value[c] ? SVG_IDLE : SVG_NEVER;
    }
}

static void draw_cells(struct page *page, const struct simt_replay_row *row, const struct svg_row *place) {
    for (int c = 0; c < columns_of(row); c++) {
        char value[40];
        simt_replay_value(value, sizeof value, row->value[c]);
        simt_svg_cell(page->out, fill_of(page, row, c), place->x + c * place->pitch, place->y, place->width,
                      place->height, "%s", value);
    }
    const int end = place->x + columns_of(row) * place->pitch;
    if (row->count > COLUMNS)
        simt_svg_text(page->out, "quiet", end, place->y + 20, "… %d", row->count);
    widen(page, end + 74);
}

static void draw_name(const struct page *page, const struct simt_replay_row *row, int y) {
    char quiet[64] = "as it was", name[24];
    if (!row->is_start)
        snprintf(quiet, sizeof quiet, "line %d", row->line);
    snprintf(name, sizeof name, "%s", text_of(array_of(page, row), "name"));
    simt_svg_label(page->out, y + 14, name, quiet);
}

// Draws the arrows that end in this row.
static void draw_arrows(const struct page *page, const struct simt_replay *replay,
                        const struct svg_row *places, int to) {
    for (int i = 0; i < replay->arrow_count; i++) {
        const struct simt_replay_arrow *arrow = &replay->arrow[i];
        if (arrow->to_row != to || arrow->from >= COLUMNS || arrow->to >= COLUMNS)
            continue;
        const bool same = replay->row[to].array == replay->row[arrow->from_row].array;
        simt_svg_between(page->out, same && arrow->from == arrow->to ? SVG_KEPT : SVG_ADDED,
                         &places[arrow->from_row], arrow->from, &places[to], arrow->to);
    }
}

static bool has_arrows(const struct simt_replay *replay, int to) {
    for (int i = 0; i < replay->arrow_count; i++)
        if (replay->arrow[i].to_row == to)
            return true;
    return false;
}

static bool is_first_of_its_array(const struct simt_replay *replay, int row) {
    for (int r = 0; r < row; r++)
        if (replay->row[r].array == replay->row[row].array)
            return false;
    return true;
}

static void draw_barrier(const struct page *page, int y, int columns) {
    const int end = LEFT + columns * page->pitch - 6;
    simt_svg_barrier(page->out, LEFT, y, end, y);
    simt_svg_text(page->out, "red small", end + 8, y + 4, "barrier");
}

static void describe_rows(const struct page *page, const struct simt_replay *replay) {
    for (int r = 0; r < replay->row_count; r++) {
        const struct simt_replay_row *row = &replay->row[r];
        fprintf(page->words, "%s%s%s:", r ? "; " : "", text_of(array_of(page, row), "name"),
                row->is_start ? " as it was" : "");
        for (int c = 0; c < columns_of(row); c++) {
            char value[40];
            simt_replay_value(value, sizeof value, row->value[c]);
            fprintf(page->words, " %s", value[0] ? value : "-");
        }
    }
}

static void draw_rows(struct page *page, const struct simt_replay *replay) {
    struct svg_row places[REPLAY_ROWS];
    int columns = 1;
    if (ftell(page->words) == 0)
        describe_rows(page, replay);
    page->pitch = pitch_for(replay);
    for (int r = 0; r < replay->row_count; r++)
        columns = columns_of(&replay->row[r]) > columns ? columns_of(&replay->row[r]) : columns;
    for (int r = 0; r < replay->row_count; r++) {
        const struct simt_replay_row *row = &replay->row[r];
        const bool first = is_first_of_its_array(replay, r);
        if (r > 0)
            page->y += has_arrows(replay, r) ? ARROW_GAP : GAP;
        if (row->after_barrier && r > 0)
            draw_barrier(page, places[r - 1].y + HEIGHT + 10, columns);
        if (first && !has_arrows(replay, r)) {
            page->y += 8;
            const struct svg_row above = place_of(page, page->y);
            simt_svg_indices(page->out, &above, columns_of(row), page->y - 4, "%d");
        }
        places[r] = place_of(page, page->y);
        draw_name(page, row, page->y);
        draw_cells(page, row, &places[r]);
        draw_arrows(page, replay, places, r);
        page->y += HEIGHT;
    }
    widen(page, LEFT + columns * page->pitch + 74);
}

static int volume_of(const cJSON *launch, const char *name) {
    int threads = 1;
    for (int d = 0; d < 3; d++)
        threads *= cJSON_IsNumber(simt_replay_item(launch, name, d))
                       ? simt_replay_item(launch, name, d)->valueint
                       : 1;
    return threads;
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

// Draws a message in as many lines as it needs.
static void draw_words(struct page *page, const char *words) {
    enum { WIDE = 96 };
    while (*words) {
        size_t length = strlen(words);
        for (size_t at = length > WIDE ? WIDE : length; length > WIDE && at > 0; at--)
            if (words[at] == ' ')
                length = at;
        length = length > 2 * WIDE ? WIDE : length;
        page->y += 20;
        simt_svg_text(page->out, "red fine", MARGIN, page->y, "%.*s", (int)length, words);
        widen(page, MARGIN + 8 * (int)length);
        words += length;
        words += *words == ' ';
    }
}

static void draw_error(struct page *page, const cJSON *error) {
    char words[600];
    const cJSON *line = simt_replay_item(cJSON_GetObjectItemCaseSensitive(error, "actor"), "l", 1);
    const int number = cJSON_IsNumber(line) ? line->valueint : 0;
    const int used = number > 0 ? snprintf(words, sizeof words, "line %d: ", number) : 0;
    snprintf(words + used, sizeof words - (size_t)used, "%s: %s", text_of(error, "kind"),
             text_of(error, "message"));
    draw_words(page, words);
}

// One step: its line of source, its lanes, and the arrays that it accesses.

static const char *verb_of(const cJSON *event) {
    static const struct {
        const char *kind, *words;
    } verbs[] = {{"load", "read"},
                 {"store", "write"},
                 {"atomic", "update atomically"},
                 {"shuffle", "shuffle"},
                 {"warp", "synchronise or vote"},
                 {"barrier", "all threads have come to the barrier"},
                 {"fault", "it ends here"}};
    const char *kind = text_of(event, "k");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(kind, verbs[i].kind) == 0)
            return verbs[i].words;
    return "?";
}

static void describe(char *to, size_t size, const cJSON *launch, const cJSON *event) {
    char lanes[48] = "";
    const int block = simt_replay_number(event, "b", 0);
    const cJSON *array = simt_replay_item(launch, "arrays", simt_replay_number(event, "a", -1));
    simt_replay_lanes(lanes, sizeof lanes, simt_replay_mask(event), 32 * simt_replay_number(event, "w", 0));
    if (!lanes[0])
        snprintf(to, size, "block %d: %s", block, verb_of(event));
    else
        snprintf(to, size, "block %d, thread%s %s: %s %.40s", block, strpbrk(lanes, ",-") ? "s" : "", lanes,
                 verb_of(event), array ? text_of(array, "name") : "");
}

// The line of source at a place, [file, number]; empty if it is not available.
static void source_line(char *to, size_t size, const cJSON *trace, int file, int line) {
    const char *text = text_of(simt_replay_item(trace, "files", file), "text");
    to[0] = '\0';
    for (int at = 1; at < line && text; at++)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    if (!text || line < 1)
        return;
    text += strspn(text, " \t");
    snprintf(to, size, "%.*s", (int)strcspn(text, "\r\n"), text);
}

static void draw_source(struct page *page, const cJSON *event) {
    char source[100];
    const cJSON *file = simt_replay_item(event, "l", 0), *line = simt_replay_item(event, "l", 1);
    if (!cJSON_IsNumber(file) || !cJSON_IsNumber(line) || line->valueint < 1)
        return;
    const char *name = text_of(simt_replay_item(page->trace, "files", file->valueint), "name");
    const char *base = basename(name);
    source_line(source, sizeof source, page->trace, file->valueint, line->valueint);
    const int width = 8 * (int)(strlen(source) + strlen(base)) + 90;
    page->y += 8;
    fprintf(page->out, "  <rect class=\"now\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\" rx=\"4\"/>\n",
            MARGIN, page->y, width);
    simt_svg_text(page->out, "small", MARGIN + 8, page->y + 16, "%s:%d  %s", base, line->valueint, source);
    page->y += 36;
    widen(page, MARGIN + width);
}

// The lanes of the event's warp: those that take part, and the others.
static void draw_lanes(struct page *page, const cJSON *event) {
    const int warp = simt_replay_number(event, "w", 0), threads = volume_of(page->launch, "block");
    const uint32_t mask = simt_replay_mask(event);
    simt_svg_label(page->out, page->y + 14, "lanes", NULL);
    int count = 0;
    for (int lane = 0; lane < 32 && 32 * warp + lane < threads; lane++, count++) {
        simt_svg_cell(page->out, mask >> lane & 1 ? SVG_BUSY : SVG_IDLE, LEFT + 24 * lane, page->y, 22, 20,
                      "%s", "");
        simt_svg_text(page->out, mask >> lane & 1 ? "mid small" : "mid small faint", LEFT + 24 * lane + 11,
                      page->y + 14, "%d", lane);
    }
    page->y += 20 + 20;
    widen(page, LEFT + 24 * count + MARGIN);
}

static void draw_locals(struct page *page, const cJSON *event) {
    char locals[96];
    simt_replay_locals(locals, sizeof locals, page->trace, event);
    if (!locals[0])
        return;
    simt_svg_label(page->out, page->y, "variables", NULL);
    simt_svg_text(page->out, "fine", LEFT, page->y, "%s", locals);
    widen(page, LEFT + 8 * (int)strlen(locals));
    page->y += 20;
}

static void draw_step(struct page *page, int index, int step) {
    static struct simt_replay replay;
    char what[256];
    const cJSON *event = simt_replay_item(page->launch, "events", index);
    const int cost = simt_replay_number(event, "t", 0), array = simt_replay_number(event, "a", -1);
    const char *space = text_of(simt_replay_item(page->launch, "arrays", array), "space");
    simt_replay_step(page->trace, page->launch, index, &replay);
    describe(what, sizeof what, page->launch, event);
    page->y += 22;
    simt_svg_heading(page->out, MARGIN, page->y, "%.60s, step %d", text_of(page->launch, "kernel"), step);
    page->y += 20;
    simt_svg_text(page->out, "fine", MARGIN, page->y, "%s", what);
    page->y += 6;
    draw_source(page, event);
    if (simt_replay_mask(event))
        draw_lanes(page, event);
    draw_locals(page, event);
    draw_rows(page, &replay);
    const bool shared = strcmp(space, "shared") == 0;
    if (cost > 0)
        simt_svg_text(page->out, "quiet fine", MARGIN, page->y += 36, "%d %s%s: %s", cost,
                      shared ? "wavefront" : "sector", plural(cost),
                      shared ? "turns of the 32 banks, a word of each"
                             : "pieces of 32 bytes that were moved");
    const cJSON *error = simt_replay_item(page->trace, "errors", simt_replay_number(event, "e", -1));
    if (error)
        draw_error(page, error);
    widen(page, MARGIN + 8 * (int)strlen(what));
}

static void draw_heading(struct page *page) {
    const int blocks = volume_of(page->launch, "grid"), threads = volume_of(page->launch, "block");
    page->y += 22;
    simt_svg_heading(page->out, MARGIN, page->y, "%.60s", text_of(page->launch, "kernel"));
    page->y += 19;
    simt_svg_text(page->out, "quiet fine", MARGIN, page->y, "%d block%s of %d thread%s%s", blocks,
                  plural(blocks), threads, plural(threads), blocks > 1 ? "; block 0 is shown" : "");
    page->y += 20;
}

static void draw_sums(struct page *page, bool cut) {
    const bool stores = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(page->launch, "work_is_stores"));
    const int steps = simt_replay_number(page->launch, "steps", 0),
              work = simt_replay_number(page->launch, "work", 0);
    page->y += 36;
    simt_svg_text(page->out, "quiet fine", MARGIN, page->y, "%d step%s and %d %s%s in all%s", steps,
                  plural(steps), work, stores ? "store" : "operation", plural(work),
                  cut ? "; not all of it is shown" : "");
    page->y += 8;
}

static void draw_launch(struct page *page) {
    static struct simt_replay replay;
    simt_replay_block(page->trace, page->launch, 0, &replay);
    draw_heading(page);
    draw_rows(page, &replay);
    draw_sums(page, replay.cut);
}

static void draw_launches(struct page *page, int only) {
    const cJSON *launches = cJSON_GetObjectItemCaseSensitive(page->trace, "launches");
    const int count = cJSON_GetArraySize(launches);
    for (int l = 0; l < count && l < LAUNCHES; l++) {
        if (only && l != only - 1)
            continue;
        page->launch = cJSON_GetArrayItem(launches, l);
        draw_launch(page);
    }
    const cJSON *error;
    int drawn = 0;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(page->trace, "errors")) {
        if (drawn++ < ERRORS)
            draw_error(page, error);
    }
}

bool simt_picture_draw(FILE *out, const cJSON *trace, const struct simt_picture *what) {
    const cJSON *launch = simt_replay_launch(trace, what->launch ? what->launch - 1 : 0);
    const int event = what->step ? simt_replay_event(launch, what->step) : -1;
    if (!launch || (what->step && event < 0))
        return false;
    char *body = NULL, *words = NULL, title[200];
    size_t size = 0, length = 0;
    struct page page = {.out = open_memstream(&body, &size),
                        .words = open_memstream(&words, &length),
                        .trace = trace,
                        .launch = launch,
                        .y = 12,
                        .width = 480};
    bool drawn = page.out && page.words;
    if (drawn && event >= 0)
        draw_step(&page, event, what->step);
    else if (drawn)
        draw_launches(&page, what->launch);
    drawn = page.out && fclose(page.out) == 0 && drawn;
    drawn = page.words && fclose(page.words) == 0 && drawn;
    snprintf(title, sizeof title, "%.100s%s", text_of(launch, "kernel"),
             event >= 0 ? ": one step" : ": what its arrays hold after each barrier");
    if (drawn) {
        simt_svg_begin(out, page.width + MARGIN, page.y + 20, title, words);
        fwrite(body, 1, size, out);
        simt_svg_end(out);
    }
    free(body);
    free(words);
    return drawn;
}
