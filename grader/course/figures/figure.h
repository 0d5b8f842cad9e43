/**
 * @file figure.h
 * @brief The pictures of the handouts: each is a function that draws one, from the example's own numbers.
 *
 * grader/course/labN/figure.c draws labs/labN/NAME.svg and ends in FIGURE_REGISTER(); the linker gathers
 * them, so there is no list. Where there is a figure.zh beside it, the picture is drawn in Chinese, too
 * (translated.h), as labs/labN/NAME.zh.svg. `make figures` writes all of them, and a test compares what it
 * would write with what is there.
 */
#ifndef WARPLAB_FIGURE_H
#define WARPLAB_FIGURE_H

#include <stddef.h>
#include <stdio.h>

struct figure {
    const char *lab;  /**< the folder in labs/ */
    const char *name; /**< the file in it, without .svg */
    void (*draw)(FILE *out);
};

/** Makes a picture known: put it at the end of grader/course/labN/figure.c. */
#define FIGURE_REGISTER(lab_name, file_name, function)                                                       \
    static const struct figure figure_##lab_name = {#lab_name, file_name, function};                         \
    static const struct figure *const figure_entry_##lab_name                                                \
        __attribute__((used, section("warplab_figures"))) = &figure_##lab_name

extern const struct figure *const __start_warplab_figures[];
extern const struct figure *const __stop_warplab_figures[];

/** Number of pictures in this program. */
static inline size_t figure_count(void) { return (size_t)(__stop_warplab_figures - __start_warplab_figures); }
/** The i-th picture, in no particular order. */
static inline const struct figure *figure_get(size_t i) { return __start_warplab_figures[i]; }

#endif
