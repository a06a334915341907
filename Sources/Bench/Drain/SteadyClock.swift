import Glibc

/// The time since the machine was started: all processes of a machine have the same, and nobody sets it.
enum SteadyClock {
    /// In microseconds.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
