// One parser under libFuzzer, which has the main function: FUZZ names the parser.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FUZZ(data, size);
    return 0;
}
