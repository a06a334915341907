import Foundation
import Telemetry
import VerificationCore

/// What comes from this machine: its time, chance, and who gives a command.
package enum Machine {
    /// 64 bits from the system's random generator, which is fit for secrets.
    @Sendable package static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// The same, as bytes.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Who gives a command, for the audit: the system's user, or who became this user by `sudo`.
    package static var user: String {
        ProcessInfo.processInfo.environment["SUDO_USER"] ?? ProcessInfo.processInfo.userName
    }

    /// This machine's clock, which may be wrong; see `Adapters.now` for the database's time.
    @Sendable package static func now() -> Timestamp { .now }
}
