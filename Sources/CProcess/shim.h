#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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

/// Sends one text to the socket of a service manager, as `sd_notify` does; false when it cannot be sent.
///
/// A path that begins with `@` is an abstract socket. Nothing waits: a full socket counts as not sent.
static inline bool process_notify(const char *path, const char *text)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length < 2 || length >= sizeof address.sun_path) return false;
    memcpy(address.sun_path, path, length);
    if (address.sun_path[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return false;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    bool sent = sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (struct sockaddr *)&address, size) >= 0;
    close(descriptor);
    return sent;
}
