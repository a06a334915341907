import AccountCore
import VerificationCore

/// What a caller gets who has proved a number of another account: it opens that account, once.
///
/// It is sealed, and nothing is stored of it until it is used.
package struct PhoneProof: Sendable, Hashable {
    /// How long it is good.
    package static let life = Duration.seconds(3_600)

    /// E.164.
    package let phone: String
    /// The account that it opens.
    package let account: LocalID
    /// Its name among what sign-ins use up.
    package let use: VerificationID

    package init(phone: String, account: LocalID, use: VerificationID) {
        (self.phone, self.account, self.use) = (phone, account, use)
    }

    /// What the caller gets; nil when the ring lacks its current key.
    package func text(of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) -> String? {
        let end = UInt64(bitPattern: (now + Self.life).microseconds)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: end >> UInt64(56 - 8 * $0)) }
        let names = Array("\(account.text)\0\(phone)".utf8)
        return keyRing.seal(time + use.bytes + names, for: Self.purpose(project))?.text
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    package init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: Self.purpose(project)),
            bytes.count > 24, now < Timestamp(microseconds: Int64(bitPattern: Self.number(bytes[0..<8])))
        else { return nil }
        // No name of an account has a zero byte.
        let names = bytes[24...].split(separator: 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard names.count == 2, let account = LocalID(names[0]) else { return nil }
        (self.account, phone) = (account, names[1])
        use = VerificationID(high: Self.number(bytes[8..<16]), low: Self.number(bytes[16..<24]))
    }

    private static func purpose(_ project: ProjectID) -> String { "phone proof \(project)" }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
