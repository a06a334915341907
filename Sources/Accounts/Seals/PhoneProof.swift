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
        OneTimeText(use, words: ["\((now + Self.life).microseconds)", account.text, phone])
            .sealed(for: Self.purpose(project), by: keyRing)
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    package init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let read = OneTimeText(text, for: Self.purpose(project), by: keyRing), read.words.count == 3,
            let end = Int64(read.words[0]), now < Timestamp(microseconds: end), let account = LocalID(read.words[1])
        else { return nil }
        (self.account, phone, use) = (account, read.words[2], read.use)
    }

    private static func purpose(_ project: ProjectID) -> String { "phone proof \(project)" }
}
