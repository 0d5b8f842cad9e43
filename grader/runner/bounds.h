// The first and the last object of a runner's link: what lies between them is the submission's.
#ifndef WARPLAB_BOUNDS_H
#define WARPLAB_BOUNDS_H

extern char bounds_data_begin, bounds_data_end, bounds_bss_begin, bounds_bss_end;
void bounds_text_begin(void);
void bounds_text_end(void);

#endif
