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
        let end = Array("\((now + life).microseconds)".utf8)
        return keyRing.seal(name.bytes + end, for: purpose(project))?.text
    }

    /// Reads such a text; nil for a text that this installation did not make for this project, or whose time is over.
    init?(_ text: String, of project: ProjectID, at now: Timestamp, by keyRing: KeyRing) {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: Self.purpose(project)),
            let name = VerificationID(bytes: bytes.prefix(16)),
            let end = Int64(String(decoding: bytes.dropFirst(16), as: UTF8.self)), now < Timestamp(microseconds: end)
        else { return nil }
        self.name = name
    }

    private static func purpose(_ project: ProjectID) -> String { "app challenge \(project)" }
}
