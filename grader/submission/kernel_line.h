/**
 * @file kernel_line.h
 * @brief Where a source defines a kernel.
 */
#ifndef WARPLAB_KERNEL_LINE_H
#define WARPLAB_KERNEL_LINE_H

/**
 * @brief Finds the definition of a kernel by its name.
 *
 * @param text the source
 * @param name as reports have it: template arguments and namespaces are left out of account
 * @return the line of the name, from 1; 0 where the text does not define it, as with a macro's help, or
 * memory is used up
 */
int kernel_line(const char *text, const char *name);

#endif
