/**
 * @file registered.h
 * @brief Memory of the host that kernels may use at its own address (cudaHostRegister).
 *
 * Its pages become shared ones, mapped a second time in the device address range as an allocation of the
 * heap, as device variables are: so a kernel's accesses are checked like any other.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Registers [address, address + size). @return false if there is no memory, or the pages cannot be shared */
bool simt_register(uintptr_t address, size_t size, uintptr_t at);
/** Ends that. @return false if nothing registered begins there */
bool simt_unregister(uintptr_t address);
/** True if a byte of [address, address + size) is registered. */
bool simt_is_registered(uintptr_t address, size_t size);
/** True if all of [address, address + size) was registered at once. */
bool simt_registered_holds(uintptr_t address, size_t size);
/** True if a device address lies in a page of registered memory, which holds the host's data all over. */
bool simt_is_of_registered_page(uintptr_t device_address);
/** The device address for a registered one; any other address comes back unchanged. */
uintptr_t simt_registered_alias(uintptr_t address);
