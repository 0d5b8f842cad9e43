/**
 * @file libc.h
 * @brief Functions of the C library that the engine replaces, because kernels call them too, or because they
 * must not get device memory on the host.
 *
 * They keep their names in the source; the names here are for the linker. This header comes before the C
 * library's declarations, which then agree with it.
 */
#pragma once

#include <stddef.h>

extern "C" {
/** @name As in the C library
 * @{ */
/** The checkers see their accesses; sizes are in bytes. Memory of a kernel is freed in a kernel, memory of
 * the host on the host. */
void *memcpy(void *__restrict to, const void *__restrict from, size_t size) noexcept __asm__("simt_memcpy");
void *memmove(void *to, const void *from, size_t size) noexcept __asm__("simt_memmove");
void *memset(void *to, int value, size_t size) noexcept __asm__("simt_memset");
int memcmp(const void *a, const void *b, size_t size) noexcept __asm__("simt_memcmp");
/** The device's heap in a kernel, the C library's on the host. */
void *malloc(size_t size) noexcept __asm__("simt_malloc");
void free(void *pointer) noexcept __asm__("simt_free");
/** The device's modelled cycles in a kernel, processor time on the host. */
long clock() noexcept __asm__("simt_clock_ticks");
/** What a failed assert() calls. */
void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function) noexcept
    __asm__("simt_assert_failed") __attribute__((noreturn));
/** @} */
}
