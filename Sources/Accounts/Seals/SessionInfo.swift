import AccountCore
import VerificationCore

/// The handle of a verification as clients of the Firebase surface know it: the verification's id, sealed.
///
/// Only this installation can make it and open it, for a single project. It tells nothing of the verification, not even
/// when it began. So the store is never asked about a made-up handle.
package enum SessionInfo {
    /// The handle for a caller in a network.
    ///
    /// The same network gets the same text for the same verification, while the ring has the same current key. Another
    /// network gets another text. So nobody learns from it that somebody else has asked for the number.
    ///
    /// - Parameters:
    ///   - verification: what the handle is for.
    ///   - project: whose.
    ///   - address: where the caller is; nil where nobody knows it.
    ///   - keyRing: seals it.
    /// - Returns: the handle; nil when the ring lacks its current key.
    package static func text(
        for verification: VerificationID, of project: ProjectID, askedFrom address: IPAddress?, by keyRing: KeyRing
    ) -> String? {
        let network = Array((address?.network ?? "").utf8)
        return keyRing.seal(verification.bytes, for: purpose(project), alikeFor: network)?.text
    }

    /// The verification; nil for a text that this installation did not make for this project.
    package static func verification(
        in text: String, of project: ProjectID, by keyRing: KeyRing
    ) -> VerificationID? {
        SealedCode(text: text).flatMap { keyRing.open($0, for: purpose(project)) }.flatMap(VerificationID.init(bytes:))
    }

    private static func purpose(_ project: ProjectID) -> String { "session info \(project)" }
}
