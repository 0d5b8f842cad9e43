// figures: draws the pictures of the handouts anew, from the top folder; in another language, too.
#include <stdbool.h>
#include <stdlib.h>

#include "course/figures/translated.h"
#include "figure.h"

static bool write_picture(const struct figure *figure, const char *ending, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "labs/%s/%s%s", figure->lab, figure->name, ending);
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "%s cannot be written\n", path);
        return false;
    }
    fputs(text, out);
    if (fclose(out) != 0) {
        fprintf(stderr, "%s could not be written\n", path);
        return false;
    }
    printf("  figure  %s\n", path);
    return true;
}

static bool write_translation(const struct figure *figure, const char *text) {
    char *table = figure_table(figure->lab), *missing = NULL;
    if (!table)
        return true;
    char *translated = figure_translated(text, table, &missing);
    const bool whole = *missing == '\0';
    if (!whole)
        fprintf(stderr, "grader/course/%s/figure.zh lacks:\n%s", figure->lab, missing);
    const bool written = write_picture(figure, ".zh.svg", translated);
    free(table);
    free(missing);
    free(translated);
    return whole && written;
}

int main(void) {
    bool good = true;
    for (size_t i = 0; i < figure_count(); i++) {
        const struct figure *figure = figure_get(i);
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        figure->draw(out);
        fclose(out);
        good = write_picture(figure, ".svg", text) && good;
        good = write_translation(figure, text) && good;
        free(text);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
