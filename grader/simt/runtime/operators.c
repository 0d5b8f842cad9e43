/* operator new and delete, which kernels call too, under the names that the compiler gives them. They are a
   file of their own: C++ lets a program replace them, and the linker then leaves these out. */
#include <stdbool.h>

#include "api.h"
#include "engine/exec/machine.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

/** std::__throw_bad_alloc() of the C++ library. */
_Noreturn void throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv");

static void *allocate(size_t size, bool throws, uintptr_t at) {
    if (simt_self())
        return simt_kernel_allocate(size, at);
    void *pointer = simt_host_allocate(size ? size : 1);
    if (!pointer && throws)
        throw_bad_alloc();
    return pointer;
}

static void release(void *pointer, uintptr_t at) {
    if (simt_self())
        simt_kernel_free(pointer, at);
    else
        simt_host_free(pointer, "delete", at);
}

#define NEW(name, symbol)                                                                                    \
    void *name(size_t size) __asm__(symbol);                                                                 \
    void *name(size_t size) { return allocate(size, true, CALLER); }
#define NEW_NOTHROW(name, symbol)                                                                            \
    void *name(size_t size, const void *nothrow) __asm__(symbol);                                            \
    void *name(size_t size, const void *nothrow) {                                                           \
        (void)nothrow;                                                                                       \
        return allocate(size, false, CALLER);                                                                \
    }
#define DELETE(name, symbol)                                                                                 \
    void name(void *pointer) __asm__(symbol);                                                                \
    void name(void *pointer) { release(pointer, CALLER); }
#define DELETE_SIZED(name, symbol)                                                                           \
    void name(void *pointer, size_t size) __asm__(symbol);                                                   \
    void name(void *pointer, size_t size) {                                                                  \
        (void)size;                                                                                          \
        release(pointer, CALLER);                                                                            \
    }

NEW(simt_new, "_Znwm")
NEW(simt_new_array, "_Znam")
NEW_NOTHROW(simt_new_nothrow, "_ZnwmRKSt9nothrow_t")
NEW_NOTHROW(simt_new_array_nothrow, "_ZnamRKSt9nothrow_t")
DELETE(simt_delete, "_ZdlPv")
DELETE(simt_delete_array, "_ZdaPv")
DELETE_SIZED(simt_delete_sized, "_ZdlPvm")
DELETE_SIZED(simt_delete_array_sized, "_ZdaPvm")
