/**
 * @file show_asm.h
 * @brief `grade LAB --asm`: each kernel's source lines beside their PTX, and how many blocks fit on a device.
 */
#ifndef WARPLAB_SHOW_ASM_H
#define WARPLAB_SHOW_ASM_H

#include "cli.h"

/** Compiles, runs the small cases to see how kernels are launched, and prints. @return the exit code */
int show_asm(const struct cli *cli);

#endif
