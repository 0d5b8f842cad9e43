// The same without grader/confine ("make CONFINE=no"): nothing keeps a submission from the engine.
#include "cpu.h"

bool cpu_confine(void) { return true; }

typedef void of_five_words(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

void cpu_run(void (*function)(void), const uintptr_t arguments[5]) {
    ((of_five_words *)function)(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
}
