import AccountCore
import VerificationCore

/// What a sealed text says that serves once: its name among what is used up, and words.
struct OneTimeText {
    let use: VerificationID
    /// None is empty, and none has a zero byte; no name of an account has one.
    let words: [String]

    init(_ use: VerificationID, words: [String]) { (self.use, self.words) = (use, words) }

    /// Reads such a text; nil for a text that this installation did not make for this purpose.
    init?(_ text: String, for purpose: String, by keyRing: KeyRing) {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: purpose),
            let use = VerificationID(bytes: bytes.prefix(16))
        else { return nil }
        self.use = use
        words = bytes.dropFirst(16).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What the caller gets; nil when the ring lacks its current key.
    func sealed(for purpose: String, by keyRing: KeyRing) -> String? {
        keyRing.seal(use.bytes + Array(words.joined(separator: "\0").utf8), for: purpose)?.text
    }
}
