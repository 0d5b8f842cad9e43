// The elements of pictures of a run.
#include "viewer/svg.h"

#include <stdarg.h>
#include <stdbool.h>

static const char style[] =
    "  <style>\n"
    "    .page { fill: #ffffff } text { fill: #1c2733 } .quiet { fill: #5a6877 }\n"
    "    .plain, .idle { fill: none; stroke: #c3ccd5 } .faint { fill: #94a1ae }\n"
    "    .busy { fill: #cfe5ff; stroke: #1f6fbf } .sum { fill: #ffe2ad; stroke: #b3700a }\n"
    "    .global { fill: #e4e9ee; stroke: #5a6877 } .wrong { fill: #ffd9d6; stroke: #b3261e }\n"
    "    .sum, .wrong { stroke-width: 2.6 } .wrong { stroke-dasharray: 6 3 }\n" // to be distinguished in
                                                                                // print, too
    "    .added { stroke: #1f6fbf; fill: none; stroke-width: 1.6 }\n"
    "    .kept { stroke: #5a6877; fill: none; stroke-width: 1.4 }\n"
    "    .addedhead { fill: #1f6fbf } .kepthead { fill: #5a6877 }\n"
    "    .barrier { stroke: #b3261e; stroke-width: 1.6; stroke-dasharray: 7 4 } .red { fill: #b3261e }\n"
    "    .read { fill: none; stroke: #1f6fbf; stroke-dasharray: 4 3 }\n"
    "    .never { fill: url(#hatch); stroke: #c3ccd5 } .hatch { stroke: #c3ccd5 }\n"
    "    .now { fill: #fff3b0 }\n"
    "    .warp { fill: none; stroke: #5a6877; stroke-width: 1.4 }\n"
    "    .skips { fill: none; stroke: #c3ccd5; stroke-width: 1.4; stroke-dasharray: 4 4 }\n"
    "    .small { font-family: DejaVu Sans Mono, Menlo, monospace; font-size: 12px }\n"
    "    .mid { text-anchor: middle } .bold { font-weight: bold } .fine { font-size: 13px }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      .page { fill: #10161d } text { fill: #e6edf3 } .quiet { fill: #9fb0c0 }\n"
    "      .plain, .idle, .skips, .never, .hatch { stroke: #3a4652 } .faint { fill: #66737f }\n"
    "      .busy { fill: #17406b; stroke: #6cb2ff } .sum { fill: #63430b; stroke: #f0b249 }\n"
    "      .global { fill: #26313c; stroke: #9fb0c0 } .wrong { fill: #5c1a16; stroke: #ff8a80 }\n"
    "      .read { stroke: #6cb2ff } .now { fill: #4a4310 }\n"
    "      .added { stroke: #6cb2ff } .kept, .warp { stroke: #9fb0c0 }\n"
    "      .addedhead { fill: #6cb2ff } .kepthead { fill: #9fb0c0 }\n"
    "      .barrier { stroke: #ff8a80 } .red { fill: #ff8a80 }\n"
    "    }\n"
    "  </style>\n";

static const char *const fills[] = {
    [SVG_PLAIN] = "plain",   [SVG_IDLE] = "idle",   [SVG_BUSY] = "busy", [SVG_SUM] = "sum",
    [SVG_GLOBAL] = "global", [SVG_WRONG] = "wrong", [SVG_READ] = "read", [SVG_NEVER] = "never",
};
static const char *const arrows[] = {[SVG_ADDED] = "added", [SVG_KEPT] = "kept"};

// Bytes of the character at `text`, 0 if they are not UTF-8.
static int character(const unsigned char *text) {
    const unsigned char first = text[0];
    const int length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
    const bool outside = (first == 0xed && text[1] > 0x9f) || (first == 0xf4 && text[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

// A program's text may have any bytes; XML accepts only well-formed ones, and few control characters.
static void escape(FILE *out, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    for (int length; *at; at += length ? length : 1) {
        length = character(at);
        if (*at == '&')
            fputs("&amp;", out);
        else if (*at == '<')
            fputs("&lt;", out);
        else if (*at == '>')
            fputs("&gt;", out);
        else if (length == 0 || *at == 0x7f ||
                 (length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe))
            putc('?', out);
        else if (*at < 0x20)
            putc(' ', out);
        else
            fwrite(at, 1, (size_t)length, out);
    }
}

static void element(FILE *out, const char *classes, int x, int y, const char *size, const char *text) {
    fprintf(out, "  <text class=\"%s\" x=\"%d\" y=\"%d\"%s>", classes, x, y, size);
    escape(out, text);
    fputs("</text>\n", out);
}

static void marker(FILE *out, const char *name) {
    fprintf(out,
            "    <marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
            "markerHeight=\"8\" "
            "orient=\"auto\"><path class=\"%shead\" d=\"M0 0 8 4 0 8z\"/></marker>\n",
            name, name);
}

void simt_svg_begin(FILE *out, int width, int height, const char *title, const char *description) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" "
            "aria-labelledby=\"title description\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
            "font-size=\"15\">\n  <title id=\"title\">",
            width, height, width, height);
    escape(out, title);
    fputs("</title>\n  <desc id=\"description\">", out);
    escape(out, description);
    fprintf(out, "</desc>\n%s  <defs>\n", style);
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        marker(out, arrows[i]);
    fputs("    <pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path class=\"hatch\" d=\"M0 0V6\"/></pattern>\n",
          out);
    fprintf(out, "  </defs>\n  <rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n", width, height);
}

void simt_svg_end(FILE *out) { fputs("</svg>\n", out); }

void simt_svg_heading(FILE *out, int x, int y, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, "bold", x, y, " font-size=\"17\"", text);
}

void simt_svg_text(FILE *out, const char *classes, int x, int y, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    element(out, classes, x, y, "", text);
}

void simt_svg_label(FILE *out, int y, const char *name, const char *quiet) {
    simt_svg_text(out, "bold", 24, y, "%s", name);
    if (quiet)
        simt_svg_text(out, "quiet fine", 24, y + 19, "%s", quiet);
}

void simt_svg_cell(FILE *out, enum svg_fill fill, int x, int y, int width, int height, const char *format,
                   ...) {
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(out, "  <rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n",
            fills[fill], x, y, width, height);
    if (text[0])
        element(out, fill == SVG_IDLE ? "mid faint" : "mid", x + width / 2, y + height / 2 + 5, "", text);
}

void simt_svg_value(FILE *out, const struct svg_row *row, int i, enum svg_fill fill, int value) {
    simt_svg_cell(out, fill, row->x + i * row->pitch, row->y, row->width, row->height, "%d", value);
}

void simt_svg_values(FILE *out, const struct svg_row *row, int count, enum svg_fill fill, const int *values) {
    for (int i = 0; i < count; i++)
        simt_svg_value(out, row, i, fill, values[i]);
}

void simt_svg_indices(FILE *out, const struct svg_row *row, int count, int y, const char *format) {
    for (int i = 0; i < count; i++) {
        char name[32];
        // The format is the caller's own literal, with one %d.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(name, sizeof name, format, i);
#pragma GCC diagnostic pop
        simt_svg_text(out, "mid quiet small", simt_svg_middle(row, i), y, "%s", name);
    }
}

void simt_svg_arrow(FILE *out, enum svg_arrow kind, int x1, int y1, int x2, int y2) {
    fprintf(out, "  <path class=\"%s\" marker-end=\"url(#%s)\" d=\"M%d %dL%d %d\"/>\n", arrows[kind],
            arrows[kind], x1, y1, x2, y2);
}

void simt_svg_between(FILE *out, enum svg_arrow kind, const struct svg_row *from, int i,
                      const struct svg_row *to, int j) {
    const int x1 = simt_svg_middle(from, i), x2 = simt_svg_middle(to, j), aside = to->width / 5;
    const int beside = kind == SVG_KEPT || x1 == x2 ? 0 : x1 < x2 ? -aside : aside;
    simt_svg_arrow(out, kind, x1, from->y + from->height, x2 + beside, to->y - 1);
}

void simt_svg_barrier(FILE *out, int x1, int y1, int x2, int y2) {
    fprintf(out, "  <path class=\"barrier\" d=\"M%d %dL%d %d\"/>\n", x1, y1, x2, y2);
}

void simt_svg_barrier_below(FILE *out, const struct svg_row *row) {
    const int y = row->y + row->height + 10, end = row->x + 7 * row->pitch + row->width;
    simt_svg_barrier(out, row->x, y, end, y);
    simt_svg_text(out, "red small", end + 8, y + 4, "barrier");
}

void simt_svg_block(FILE *out, int x, int y, int width, int height, const char *name) {
    fprintf(out, "  <path class=\"busy\" d=\"M%d %dH%dL%d %dz\"/>\n", x, y, x + width, x + width / 2,
            y + height);
    simt_svg_text(out, "mid fine", x + width / 2, y + height / 3 + 4, "%s", name);
}

int simt_svg_middle(const struct svg_row *row, int i) { return row->x + i * row->pitch + row->width / 2; }
