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
        let words = Array("\((now + Self.life).microseconds)\0\(account.text)\0\(phone)".utf8)
        return keyRing.seal(use.bytes + words, for: Self.purpose(project))?.text
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    package init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: Self.purpose(project)),
            let use = VerificationID(bytes: bytes.prefix(16))
        else { return nil }
        // No name of an account has a zero byte.
        let words = bytes.dropFirst(16).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, let end = Int64(words[0]), now < Timestamp(microseconds: end),
            let account = LocalID(words[1])
        else { return nil }
        (self.account, phone, self.use) = (account, words[2], use)
    }

    private static func purpose(_ project: ProjectID) -> String { "phone proof \(project)" }
}
