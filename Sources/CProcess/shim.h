#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>

/// Forbids core dumps of this process; returns 0, or -1 with `errno`. Swift cannot call the variadic `prctl`.
static inline int process_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Of jemalloc, with which the program is linked and its tests are not.
extern int mallctl(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size) __attribute__((weak));

/// Tells how many bytes this thread has ever allocated; false in a process without jemalloc.
static inline bool process_count_allocated(uint64_t *bytes)
{
    size_t size = sizeof *bytes;
    return mallctl && mallctl("thread.allocated", bytes, &size, NULL, 0) == 0;
}
