// figures: draws the pictures of the handouts anew, from the top folder; in another language, too.
// figures TABLE PICTURE: prints a picture with its words from the table, those that the table has.
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

static int translate(const char *table_path, const char *picture_path) {
    char *table = figure_text(table_path), *picture = figure_text(picture_path), *missing = NULL;
    if (!table || !picture) {
        fprintf(stderr, "%s cannot be read\n", table ? picture_path : table_path);
        return EXIT_FAILURE;
    }
    char *translated = figure_translated(picture, table, &missing);
    const bool good = fputs(translated, stdout) >= 0;
    free(translated);
    free(missing);
    free(picture);
    free(table);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **words) {
    bool good = true;
    if (count == 3)
        return translate(words[1], words[2]);
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
