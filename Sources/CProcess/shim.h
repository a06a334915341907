#pragma once

#include <sys/prctl.h>

/// Forbids core dumps of this process; returns 0, or -1 with `errno`. Swift cannot call the variadic `prctl`.
static inline int process_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
