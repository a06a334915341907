import AccountCore
import VerificationCore

/// What a caller gets who begins to enrol an authenticator app: it carries the app's secret, and serves one enrolment.
///
/// It is sealed, and nothing is stored of it until an enrolment uses it up.
package struct TOTPSession: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// How long a person has to install an app and to type its first code.
    package static let life = Duration.seconds(600)

    package let account: LocalID
    package let secret: [UInt8]
    /// From this moment on it is no longer good.
    package let end: Timestamp
    /// Its name among what enrolments use up.
    package let use: VerificationID

    package init(account: LocalID, secret: [UInt8], end: Timestamp, use: VerificationID) {
        (self.account, self.secret, self.end, self.use) = (account, secret, end, use)
    }

    /// All that shows when it is printed, because it holds a secret.
    package var description: String { "TOTPSession(\(account))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// What the caller gets; nil when the ring lacks its current key.
    package func text(of project: ProjectID, by keyRing: KeyRing) -> String? {
        let words = Array("\(end.microseconds)\0\(account.text)".utf8)
        return keyRing.seal(use.bytes + secret + words, for: Self.purpose(project))?.text
    }

    /// Reads such a text, also when it is over; nil for a text that this installation did not make for this project.
    package init?(_ text: String, of project: ProjectID, by keyRing: KeyRing) {
        let start = 16 + TOTP.secretLength
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: Self.purpose(project)),
            bytes.count > start, let use = VerificationID(bytes: bytes.prefix(16))
        else { return nil }
        // No name of an account has a zero byte.
        let words = bytes.dropFirst(start).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2, let end = Int64(words[0]).map(Timestamp.init(microseconds:)),
            let account = LocalID(words[1])
        else { return nil }
        self.init(account: account, secret: Array(bytes[16..<start]), end: end, use: use)
    }

    private static func purpose(_ project: ProjectID) -> String { "authenticator session \(project)" }
}
