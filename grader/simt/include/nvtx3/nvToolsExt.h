/**
 * @file nvtx3/nvToolsExt.h
 * @brief The other name of nvToolsExt.h.
 */
#include "../nvToolsExt.h"
