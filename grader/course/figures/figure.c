// The pictures this program can draw, gathered by the linker.
#include "figure.h"

extern const struct figure *const __start_warplab_figures[];
extern const struct figure *const __stop_warplab_figures[];

size_t figure_count(void) { return (size_t)(__stop_warplab_figures - __start_warplab_figures); }

const struct figure *figure_get(size_t i) { return __start_warplab_figures[i]; }
