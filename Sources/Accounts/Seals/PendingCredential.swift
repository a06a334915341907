import AccountCore
import VerificationCore

/// What a caller gets who has proved the first factor of an account that has second factors; it serves one sign-in.
///
/// It is sealed, and nothing is stored of it until a sign-in uses it up.
package struct PendingCredential: Sendable, Hashable {
    /// How long it is good: long enough for a few SMS.
    package static let life = Duration.seconds(600)

    package let account: LocalID
    /// The first factor.
    package let provider: ProviderID
    /// When the person proved it: whatever ends the sessions of that time ends the credential too.
    package let madeAt: Timestamp
    /// Its name among what sign-ins use up.
    package let use: VerificationID

    package init(account: LocalID, provider: ProviderID, madeAt: Timestamp, use: VerificationID) {
        (self.account, self.provider, self.madeAt, self.use) = (account, provider, madeAt, use)
    }

    /// What the caller gets; nil when the ring lacks its current key.
    package func text(of project: ProjectID, by keyRing: KeyRing) -> String? {
        OneTimeText(use, words: ["\(madeAt.microseconds)", account.text, provider.text])
            .sealed(for: Self.purpose(project), by: keyRing)
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    package init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let read = OneTimeText(text, for: Self.purpose(project), by: keyRing), read.words.count == 3,
            let madeAt = Int64(read.words[0]).map(Timestamp.init(microseconds:)), now < madeAt + Self.life,
            let account = LocalID(read.words[1]), let provider = ProviderID(read.words[2])
        else { return nil }
        self.init(account: account, provider: provider, madeAt: madeAt, use: read.use)
    }

    private static func purpose(_ project: ProjectID) -> String { "pending sign-in \(project)" }
}
