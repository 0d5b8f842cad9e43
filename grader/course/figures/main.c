// figures: draws the pictures of the handouts anew, from the top folder.
#include <stdlib.h>

#include "figure.h"

int main(void) {
    for (size_t i = 0; i < figure_count(); i++) {
        const struct figure *figure = figure_get(i);
        char path[256];
        snprintf(path, sizeof path, "labs/%s/%s.svg", figure->lab, figure->name);
        FILE *out = fopen(path, "w");
        if (!out) {
            fprintf(stderr, "%s cannot be written\n", path);
            return EXIT_FAILURE;
        }
        figure->draw(out);
        if (fclose(out) != 0) {
            fprintf(stderr, "%s could not be written\n", path);
            return EXIT_FAILURE;
        }
        printf("  figure  %s\n", path);
    }
    return EXIT_SUCCESS;
}
