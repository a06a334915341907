import AccountCore
import VerificationCore

/// The handle of a verification as clients of the Firebase surface know it: the verification's id, sealed.
///
/// Only this installation can make it and open it, for a single project. It shows nothing of the verification, not even
/// when it began. So the store is never asked about a made-up handle.
package enum SessionInfo {
    /// The handle for a caller in a network.
    ///
    /// The same network gets the same text for the same verification, while the ring has the same current key. Another
    /// network gets another text. So a caller cannot learn from it that a caller elsewhere has asked for the number.
    ///
    /// - Parameters:
    ///   - verification: what the handle is for.
    ///   - project: whose.
    ///   - address: where the caller is; nil if verifyd does not know it.
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

extension SealedCode {
    /// Longer texts are nothing of ours.
    private static let longestText = 1_000
    /// The first byte; another form of text would begin with another byte.
    private static let form: UInt8 = 1

    /// The name of the key and the bytes, as Base64 for URLs.
    ///
    /// So a text outlives a change of keys: it names the key of the ring that opens it.
    var text: String {
        let name = Array(keyName.utf8)
        return Base64.encodeForURL([Self.form, UInt8(truncatingIfNeeded: name.count)] + name + bytes)
    }

    /// Reads what `text` wrote; nil for anything else, also for another way to write the same bytes.
    init?(text: String) {
        guard text.utf8.count <= Self.longestText, let all = Base64.decode(text), all.count >= 2, all[0] == Self.form
        else { return nil }
        let end = 2 + Int(all[1])
        guard all.count >= end else { return nil }
        self.init(keyName: String(decoding: all[2..<end], as: UTF8.self), bytes: Array(all[end...]))
        guard self.text == text else { return nil }
    }
}

extension KeyRing {
    /// The idempotency key of a check: a call with the same code for the same verification is the same call.
    ///
    /// So a client whose answer was lost may repeat its call. Without the ring, an attacker learns nothing of the code
    /// from it.
    func checkKey(of verification: VerificationID, code: String) -> IdempotencyKey? {
        mark(verification.bytes + Array(code.utf8), for: "check", keyName: currentName)
            .flatMap { IdempotencyKey("identity " + Base64.encodeForURL($0)) }
    }
}
