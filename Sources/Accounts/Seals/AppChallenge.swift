import AccountCore
import VerificationCore

/// What an app on a device gets from verifyd for its next proof, which has to contain it.
///
/// It is sealed, and nothing is stored of it until a good proof uses it up.
package struct AppChallenge: Sendable, Hashable {
    /// How long it is good.
    package static let life = Duration.seconds(300)

    /// Its name among the challenges that are used up.
    let name: VerificationID

    /// What the app gets; nil when the ring lacks its current key.
    static func text(
        named name: VerificationID, for project: ProjectID, at now: Timestamp, by keyRing: KeyRing
    ) -> String? {
        OneTimeText(name, words: ["\((now + life).microseconds)"]).sealed(for: purpose(project), by: keyRing)
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let read = OneTimeText(text, for: Self.purpose(project), by: keyRing), read.words.count == 1,
            let end = Int64(read.words[0]), now < Timestamp(microseconds: end)
        else { return nil }
        name = read.use
    }

    private static func purpose(_ project: ProjectID) -> String { "app challenge \(project)" }
}
