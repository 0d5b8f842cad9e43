// Rows of cells, one below the other as time goes, with arrows for what went into what.
#include "viewer/picture_parts.h"

#include <string.h>

#include "viewer/svg.h"

enum { GAP = 22, ARROW_GAP = 54 };

const char *simt_picture_text(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "?";
}

void simt_picture_widen(struct simt_picture_page *page, int width) {
    page->width = width > page->width ? width : page->width;
}

static const cJSON *array_of(const struct simt_picture_page *page, const struct simt_replay_row *row) {
    return simt_replay_item(page->launch, "arrays", row->array);
}

int simt_picture_columns(const struct simt_replay_row *row) {
    return row->count < PICTURE_COLUMNS ? row->count : PICTURE_COLUMNS;
}

static struct svg_row place_of(const struct simt_picture_page *page, int y) {
    return (struct svg_row){
        .x = PICTURE_LEFT, .y = y, .width = page->pitch - 6, .height = PICTURE_HEIGHT, .pitch = page->pitch};
}

// Wide enough for the longest value.
static int pitch_for(const struct simt_replay *replay) {
    size_t longest = 1;
    int columns = 1;
    for (int r = 0; r < replay->row_count; r++) {
        columns =
            simt_picture_columns(&replay->row[r]) > columns ? simt_picture_columns(&replay->row[r]) : columns;
        for (int c = 0; c < simt_picture_columns(&replay->row[r]); c++) {
            char value[40];
            simt_replay_value(value, sizeof value, replay->row[r].value[c]);
            longest = strlen(value) > longest ? strlen(value) : longest;
        }
    }
    const int least = columns <= 8 ? 62 : columns <= 16 ? 46 : 34;
    return (int)longest * 9 + 16 > least ? (int)longest * 9 + 16 : least;
}

static enum svg_fill fill_of(const struct simt_picture_page *page, const struct simt_replay_row *row, int c) {
    const bool shared = strcmp(simt_picture_text(array_of(page, row), "space"), "shared") == 0;
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

static void draw_cells(struct simt_picture_page *page, const struct simt_replay_row *row,
                       const struct svg_row *place) {
    for (int c = 0; c < simt_picture_columns(row); c++) {
        char value[40];
        simt_replay_value(value, sizeof value, row->value[c]);
        simt_svg_cell(page->out, fill_of(page, row, c), place->x + c * place->pitch, place->y, place->width,
                      place->height, "%s", value);
    }
    const int end = place->x + simt_picture_columns(row) * place->pitch;
    if (row->count > PICTURE_COLUMNS)
        simt_svg_text(page->out, "quiet", end, place->y + 20, "… %d", row->count);
    simt_picture_widen(page, end + 74);
}

static void draw_name(const struct simt_picture_page *page, const struct simt_replay_row *row, int y) {
    char quiet[64] = "as it was", name[24];
    if (!row->is_start)
        snprintf(quiet, sizeof quiet, "line %d", row->line);
    snprintf(name, sizeof name, "%s", simt_picture_text(array_of(page, row), "name"));
    simt_svg_label(page->out, y + 14, name, quiet);
}

// Arrows that end in this row.
static void draw_arrows(const struct simt_picture_page *page, const struct simt_replay *replay,
                        const struct svg_row *places, int to) {
    for (int i = 0; i < replay->arrow_count; i++) {
        const struct simt_replay_arrow *arrow = &replay->arrow[i];
        if (arrow->to_row != to || arrow->from >= PICTURE_COLUMNS || arrow->to >= PICTURE_COLUMNS)
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

static void draw_barrier(const struct simt_picture_page *page, int y, int columns) {
    const int end = PICTURE_LEFT + columns * page->pitch - 6;
    simt_svg_barrier(page->out, PICTURE_LEFT, y, end, y);
    simt_svg_text(page->out, "red small", end + 8, y + 4, "barrier");
}

void simt_picture_rows(struct simt_picture_page *page, const struct simt_replay *replay) {
    struct svg_row places[REPLAY_ROWS];
    int columns = 1;
    page->pitch = pitch_for(replay);
    for (int r = 0; r < replay->row_count; r++)
        columns =
            simt_picture_columns(&replay->row[r]) > columns ? simt_picture_columns(&replay->row[r]) : columns;
    for (int r = 0; r < replay->row_count; r++) {
        const struct simt_replay_row *row = &replay->row[r];
        const bool first = is_first_of_its_array(replay, r);
        if (r > 0)
            page->y += has_arrows(replay, r) ? ARROW_GAP : GAP;
        if (row->after_barrier && r > 0)
            draw_barrier(page, places[r - 1].y + PICTURE_HEIGHT + 10, columns);
        if (first && !has_arrows(replay, r)) {
            page->y += 8;
            const struct svg_row above = place_of(page, page->y);
            simt_svg_indices(page->out, &above, simt_picture_columns(row), page->y - 4, "%d");
        }
        places[r] = place_of(page, page->y);
        draw_name(page, row, page->y);
        draw_cells(page, row, &places[r]);
        draw_arrows(page, replay, places, r);
        page->y += PICTURE_HEIGHT;
    }
    simt_picture_widen(page, PICTURE_LEFT + columns * page->pitch + 74);
}

int simt_picture_volume(const cJSON *launch, const char *name) {
    int threads = 1;
    for (int d = 0; d < 3; d++)
        threads *= cJSON_IsNumber(simt_replay_item(launch, name, d))
                       ? simt_replay_item(launch, name, d)->valueint
                       : 1;
    return threads;
}

const char *simt_picture_plural(int count) { return count == 1 ? "" : "s"; }

// A message over as many lines as it takes.
static void draw_words(struct simt_picture_page *page, const char *words) {
    enum { WIDE = 96 };
    while (*words) {
        size_t length = strlen(words);
        for (size_t at = length > WIDE ? WIDE : length; length > WIDE && at > 0; at--)
            if (words[at] == ' ')
                length = at;
        length = length > 2 * WIDE ? WIDE : length;
        page->y += 20;
        simt_svg_text(page->out, "red fine", PICTURE_MARGIN, page->y, "%.*s", (int)length, words);
        simt_picture_widen(page, PICTURE_MARGIN + 8 * (int)length);
        words += length;
        words += *words == ' ';
    }
}

void simt_picture_error(struct simt_picture_page *page, const cJSON *error) {
    char words[600];
    const cJSON *line = simt_replay_item(cJSON_GetObjectItemCaseSensitive(error, "actor"), "l", 1);
    snprintf(words, sizeof words, "line %d: %s: %s", cJSON_IsNumber(line) ? line->valueint : 0,
             simt_picture_text(error, "kind"), simt_picture_text(error, "message"));
    draw_words(page, words);
}
