import AccountCore
import VerificationCore

/// What a caller gets who has proved a number of another account: it opens that account, and nothing is stored of it.
package enum PhoneProof {
    /// How long it is good.
    package static let life = Duration.seconds(3_600)

    /// Nil when the ring lacks its current key.
    package static func text(
        for phone: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing
    ) -> String? {
        let end = UInt64(bitPattern: (now + life).microseconds)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: end >> UInt64(56 - 8 * $0)) }
        return keyRing.seal(time + Array(phone.utf8), for: purpose(project))?.text
    }

    /// The number; nil for a text that this installation did not make for this project, or whose time is over.
    package static func phone(
        in text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing
    ) -> String? {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: purpose(project)),
            bytes.count > 8
        else { return nil }
        let end = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard now < Timestamp(microseconds: Int64(bitPattern: end)) else { return nil }
        return String(decoding: bytes.dropFirst(8), as: UTF8.self)
    }

    private static func purpose(_ project: ProjectID) -> String { "phone proof \(project)" }
}
