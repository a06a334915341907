import Glibc
import VerificationCore

extension Timestamp {
    /// This moment by the machine's clock; the rules use the database's clock instead.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
