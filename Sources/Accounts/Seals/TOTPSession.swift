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
        OneTimeText(use, words: ["\(end.microseconds)", account.text, Base64.encodeForURL(secret)])
            .sealed(for: Self.purpose(project), by: keyRing)
    }

    /// Reads such a text, also when it is over; nil for a text that this installation did not make for this project.
    package init?(_ text: String, of project: ProjectID, by keyRing: KeyRing) {
        guard let read = OneTimeText(text, for: Self.purpose(project), by: keyRing), read.words.count == 3,
            let end = Int64(read.words[0]).map(Timestamp.init(microseconds:)), let account = LocalID(read.words[1]),
            let secret = Base64.decode(read.words[2])
        else { return nil }
        self.init(account: account, secret: secret, end: end, use: read.use)
    }

    private static func purpose(_ project: ProjectID) -> String { "authenticator session \(project)" }
}
