import AccountCore
import VerificationCore

/// The handle of a verification as clients of the Firebase surface know it.
///
/// It is the verification's id with a mark that only this installation can make for this project. So the store is never
/// asked about a made-up handle.
package enum SessionInfo {
    /// The same text for the same verification, while the ring has the same current key; nil when the ring lacks it.
    package static func text(
        for verification: VerificationID, of project: ProjectID, by keyRing: KeyRing
    ) -> String? {
        text(for: verification, of: project, by: keyRing, keyName: keyRing.currentName)
    }

    /// The verification; nil for a text that this installation did not make for this project.
    package static func verification(
        in text: String, of project: ProjectID, by keyRing: KeyRing
    ) -> VerificationID? {
        guard let marked = SealedCode(text: text), marked.bytes.count > 16 else { return nil }
        let id = VerificationID(high: number(marked.bytes[0..<8]), low: number(marked.bytes[8..<16]))
        guard let ours = self.text(for: id, of: project, by: keyRing, keyName: marked.keyName),
            CodeComparison.areEqual(ours, text)
        else { return nil }
        return id
    }

    private static func text(
        for verification: VerificationID, of project: ProjectID, by keyRing: KeyRing, keyName: String
    ) -> String? {
        keyRing.mark(verification.bytes, for: "session info \(project)", keyName: keyName).map {
            SealedCode(keyName: keyName, bytes: verification.bytes + $0).text
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
