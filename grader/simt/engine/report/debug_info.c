// Opens the debug information of the running program, once.
#include "engine/report/debug_info.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

static struct {
    bool tried;
    Dwarf *dwarf;
    uintptr_t bias;
} program;

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1; // the program itself comes first
}

static void open_program(void) {
    program.tried = true;
    int saved = errno;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        program.dwarf = dwarf_begin(fd, DWARF_C_READ);
        if (!program.dwarf)
            close(fd);
    }
    dl_iterate_phdr(first_object, &program.bias);
    errno = saved;
}

Dwarf *simt_debug_info(void) {
    if (!program.tried)
        open_program();
    return program.dwarf;
}

uintptr_t simt_debug_bias(void) {
    simt_debug_info();
    return program.bias;
}

// The index by address is not written by every compiler.
bool simt_debug_unit(Dwarf_Addr address, Dwarf_Die *unit) {
    Dwarf *dwarf = simt_debug_info();
    if (!dwarf)
        return false;
    if (dwarf_addrdie(dwarf, address, unit))
        return true;
    Dwarf_Off offset = 0, next;
    size_t header;
    while (dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(dwarf, offset + header, unit) && dwarf_haspc(unit, address) == 1)
            return true;
        offset = next;
    }
    return false;
}
