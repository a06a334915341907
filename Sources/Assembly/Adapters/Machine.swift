import Foundation
import Glibc
import Telemetry
import VerificationCore

/// What comes from this machine: its time, chance, its name, and who gives a command.
package enum Machine {
    /// 64 bits from the system's random generator, which is fit for secrets.
    @Sendable package static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// The same, as bytes.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// The operator in the audit: the user of this process.
    package static var user: String { MachineUser.current.text }

    /// This machine's name as the system gives it, for example `sms-2`; in a container the container's name.
    package static var hostName: String {
        var words = [CChar](repeating: 0, count: 256)
        // Linux's names have 64 characters at most, so the last zero stays.
        guard gethostname(&words, words.count - 1) == 0 else { return "unknown" }
        return String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The number of this process on its machine.
    package static var processID: Int { Int(getpid()) }

    /// This machine's clock, which may be wrong; see `Adapters.now` for the database's time.
    @Sendable package static func now() -> Timestamp { .now }
}
