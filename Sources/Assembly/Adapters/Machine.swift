import Glibc
import VerificationCore

/// What comes from this machine: its time, and chance.
package enum Machine {
    /// 64 bits of the system's generator, which is fit for secrets.
    @Sendable package static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// This machine's clock, which may be wrong.
    @Sendable package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
