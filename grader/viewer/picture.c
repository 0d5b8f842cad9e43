// Draws a recording: each launch from barrier to barrier, or one step.
#include "viewer/picture.h"

#include <stdlib.h>
#include <string.h>

#include "viewer/picture_parts.h"
#include "viewer/svg.h"

enum { LAUNCHES = 6, ERRORS = 4 };

static void draw_heading(struct simt_picture_page *page) {
    const int blocks = simt_picture_volume(page->launch, "grid"),
              threads = simt_picture_volume(page->launch, "block");
    page->y += 22;
    simt_svg_heading(page->out, PICTURE_MARGIN, page->y, "%.60s", simt_picture_text(page->launch, "kernel"));
    page->y += 19;
    simt_svg_text(page->out, "quiet fine", PICTURE_MARGIN, page->y, "%d block%s of %d thread%s%s", blocks,
                  simt_picture_plural(blocks), threads, simt_picture_plural(threads),
                  blocks > 1 ? "; block 0 is shown" : "");
    page->y += 20;
}

static void draw_sums(struct simt_picture_page *page, bool cut) {
    const bool stores = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(page->launch, "work_is_stores"));
    const int steps = simt_replay_number(page->launch, "steps", 0),
              work = simt_replay_number(page->launch, "work", 0);
    page->y += 36;
    simt_svg_text(page->out, "quiet fine", PICTURE_MARGIN, page->y, "%d step%s and %d %s%s in all%s", steps,
                  simt_picture_plural(steps), work, stores ? "store" : "operation", simt_picture_plural(work),
                  cut ? "; not all of it is shown" : "");
    page->y += 8;
}

static void draw_launch(struct simt_picture_page *page) {
    static struct simt_replay replay;
    simt_replay_block(page->trace, page->launch, 0, &replay);
    draw_heading(page);
    simt_picture_rows(page, &replay);
    draw_sums(page, replay.cut);
}

static void draw_launches(struct simt_picture_page *page, int only) {
    const cJSON *launches = cJSON_GetObjectItemCaseSensitive(page->trace, "launches");
    const int count = cJSON_GetArraySize(launches);
    for (int l = 0; l < count && l < LAUNCHES; l++) {
        if (only && l != only - 1)
            continue;
        page->launch = cJSON_GetArrayItem(launches, l);
        draw_launch(page);
    }
    const cJSON *error;
    int told = 0;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(page->trace, "errors")) {
        if (told++ < ERRORS)
            simt_picture_error(page, error);
    }
}

// What a screen reader says: the kernel, and its arrays after each barrier.
static void tell(FILE *out, const cJSON *launch, const struct simt_replay *replay) {
    for (int r = 0; r < replay->row_count; r++) {
        const struct simt_replay_row *row = &replay->row[r];
        fprintf(out, "%s%s%s:", r ? "; " : "",
                simt_picture_text(simt_replay_item(launch, "arrays", row->array), "name"),
                row->is_start ? " as it was" : "");
        for (int c = 0; c < simt_picture_columns(row); c++) {
            char value[40];
            simt_replay_value(value, sizeof value, row->value[c]);
            fprintf(out, " %s", value[0] ? value : "-");
        }
    }
}

static char *description(const cJSON *trace, const struct simt_picture *what, int event) {
    static struct simt_replay replay;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const cJSON *launch = simt_replay_launch(trace, what->launch ? what->launch - 1 : 0);
    if (!out)
        return NULL;
    if (event >= 0)
        simt_replay_step(trace, launch, event, &replay);
    else
        simt_replay_block(trace, launch, 0, &replay);
    tell(out, launch, &replay);
    return fclose(out) == 0 ? text : NULL;
}

bool simt_picture_draw(FILE *out, const cJSON *trace, const struct simt_picture *what) {
    const cJSON *launch = simt_replay_launch(trace, what->launch ? what->launch - 1 : 0);
    const int event = what->step ? simt_replay_event(launch, what->step) : -1;
    if (!launch || (what->step && event < 0))
        return false;
    char *body = NULL, title[200];
    size_t size = 0;
    struct simt_picture_page page = {
        .out = open_memstream(&body, &size), .trace = trace, .launch = launch, .y = 12, .width = 480};
    if (!page.out)
        return false;
    if (event >= 0)
        simt_picture_step(&page, event, what->step);
    else
        draw_launches(&page, what->launch);
    char *words = description(trace, what, event);
    const bool drawn = fclose(page.out) == 0 && words;
    snprintf(title, sizeof title, "%.100s%s", simt_picture_text(launch, "kernel"),
             event >= 0 ? ": one step" : ": what its arrays hold after each barrier");
    if (drawn) {
        simt_svg_begin(out, page.width + PICTURE_MARGIN, page.y + 20, title, words);
        fwrite(body, 1, size, out);
        simt_svg_end(out);
    }
    free(body);
    free(words);
    return drawn;
}
