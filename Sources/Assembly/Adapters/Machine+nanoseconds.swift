import Glibc

extension Machine {
    /// This machine's clock in nanoseconds since 1970, for spans.
    @Sendable static func nanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(max(0, now.tv_sec)) * 1_000_000_000 + UInt64(max(0, now.tv_nsec))
    }
}
