import Telemetry
import VerificationCore

/// What comes from this machine: its time, and chance.
package enum Machine {
    /// 64 bits of the system's generator, which is fit for secrets.
    @Sendable package static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// This machine's clock, which may be wrong.
    @Sendable package static func now() -> Timestamp { .now }
}
