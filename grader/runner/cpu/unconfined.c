// The same without grader/confine ("make CONFINE=no"): nothing keeps a submission from the engine.
#include "cpu.h"

bool cpu_confine(void) { return true; }

void cpu_run(void (*function)(void), const struct passed *passed) { call_make(function, passed); }
