// One step of a recording as a picture: its line of source, its lanes, and the arrays it touches.
#include <stdint.h>
#include <string.h>

#include "viewer/picture_parts.h"
#include "viewer/svg.h"

static uint32_t mask_of(const cJSON *event) {
    const double lanes = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(event, "m"));
    return lanes >= 0 && lanes <= UINT32_MAX ? (uint32_t)lanes : 0;
}

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
    const char *kind = simt_picture_text(event, "k");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(kind, verbs[i].kind) == 0)
            return verbs[i].words;
    return "?";
}

static void describe(char *to, size_t size, const cJSON *launch, const cJSON *event) {
    char lanes[48] = "";
    const int block = simt_replay_number(event, "b", 0);
    const cJSON *array = simt_replay_item(launch, "arrays", simt_replay_number(event, "a", -1));
    simt_replay_lanes(lanes, sizeof lanes, mask_of(event), 32 * simt_replay_number(event, "w", 0));
    if (!lanes[0])
        snprintf(to, size, "block %d: %s", block, verb_of(event));
    else
        snprintf(to, size, "block %d, thread%s %s: %s %.40s", block, strpbrk(lanes, ",-") ? "s" : "", lanes,
                 verb_of(event), array ? simt_picture_text(array, "name") : "");
}

// The line of source of a place, [file, number]; empty where it is not at hand.
static void source_line(char *to, size_t size, const cJSON *trace, int file, int line) {
    const char *text = simt_picture_text(simt_replay_item(trace, "files", file), "text");
    to[0] = '\0';
    for (int at = 1; at < line && text; at++)
        text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    if (!text || line < 1)
        return;
    text += strspn(text, " \t");
    snprintf(to, size, "%.*s", (int)strcspn(text, "\r\n"), text);
}

static void draw_source(struct simt_picture_page *page, const cJSON *event) {
    char source[100];
    const cJSON *file = simt_replay_item(event, "l", 0), *line = simt_replay_item(event, "l", 1);
    if (!cJSON_IsNumber(file) || !cJSON_IsNumber(line) || line->valueint < 1)
        return;
    const char *name = simt_picture_text(simt_replay_item(page->trace, "files", file->valueint), "name");
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    source_line(source, sizeof source, page->trace, file->valueint, line->valueint);
    const int width = 8 * (int)(strlen(source) + strlen(base)) + 90;
    page->y += 8;
    fprintf(page->out, "  <rect class=\"now\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\" rx=\"4\"/>\n",
            PICTURE_MARGIN, page->y, width);
    simt_svg_text(page->out, "small", PICTURE_MARGIN + 8, page->y + 16, "%s:%d  %s", base, line->valueint,
                  source);
    page->y += 36;
    simt_picture_widen(page, PICTURE_MARGIN + width);
}

// The lanes of the event's warp: those that take part, and the others.
static void draw_lanes(struct simt_picture_page *page, const cJSON *event) {
    const int warp = simt_replay_number(event, "w", 0), threads = simt_picture_volume(page->launch, "block");
    const uint32_t mask = mask_of(event);
    simt_svg_label(page->out, page->y + 14, "lanes", NULL);
    int count = 0;
    for (int lane = 0; lane < 32 && 32 * warp + lane < threads; lane++, count++) {
        simt_svg_cell(page->out, mask >> lane & 1 ? SVG_BUSY : SVG_IDLE, PICTURE_LEFT + 24 * lane, page->y,
                      22, 20, "%s", "");
        simt_svg_text(page->out, mask >> lane & 1 ? "mid small" : "mid small faint",
                      PICTURE_LEFT + 24 * lane + 11, page->y + 14, "%d", lane);
    }
    page->y += 20 + 20;
    simt_picture_widen(page, PICTURE_LEFT + 24 * count + PICTURE_MARGIN);
}

static void draw_locals(struct simt_picture_page *page, const cJSON *event) {
    char locals[96];
    simt_replay_locals(locals, sizeof locals, page->trace, event);
    if (!locals[0])
        return;
    simt_svg_label(page->out, page->y, "variables", NULL);
    simt_svg_text(page->out, "fine", PICTURE_LEFT, page->y, "%s", locals);
    simt_picture_widen(page, PICTURE_LEFT + 8 * (int)strlen(locals));
    page->y += 20;
}

void simt_picture_step(struct simt_picture_page *page, int index, int step) {
    static struct simt_replay replay;
    char what[256];
    const cJSON *event = simt_replay_item(page->launch, "events", index);
    const int cost = simt_replay_number(event, "t", 0), array = simt_replay_number(event, "a", -1);
    const char *space = simt_picture_text(simt_replay_item(page->launch, "arrays", array), "space");
    simt_replay_step(page->trace, page->launch, index, &replay);
    describe(what, sizeof what, page->launch, event);
    page->y += 22;
    simt_svg_heading(page->out, PICTURE_MARGIN, page->y, "%.60s, step %d",
                     simt_picture_text(page->launch, "kernel"), step);
    page->y += 20;
    simt_svg_text(page->out, "fine", PICTURE_MARGIN, page->y, "%s", what);
    page->y += 6;
    draw_source(page, event);
    if (mask_of(event))
        draw_lanes(page, event);
    draw_locals(page, event);
    simt_picture_rows(page, &replay);
    const bool shared = strcmp(space, "shared") == 0;
    if (cost > 0)
        simt_svg_text(page->out, "quiet fine", PICTURE_MARGIN, page->y += 36, "%d %s%s: %s", cost,
                      shared ? "wavefront" : "sector", simt_picture_plural(cost),
                      shared ? "turns of the 32 banks, a word of each"
                             : "pieces of 32 bytes that were moved");
    const cJSON *error = simt_replay_item(page->trace, "errors", simt_replay_number(event, "e", -1));
    if (error)
        simt_picture_error(page, error);
    simt_picture_widen(page, PICTURE_MARGIN + 8 * (int)strlen(what));
}
