#pragma once

// Swift's module of the C library leaves these headers out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/// Names the calling thread; 15 bytes are kept. Swift cannot call the variadic `prctl`.
static inline void epoll_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
