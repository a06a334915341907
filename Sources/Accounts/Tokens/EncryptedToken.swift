import Crypto
import FoundationEssentials
import StrictJSON
import VerificationCore

/// An encrypted token in its five parts (RFC 7516, section 7.1), as Google's Play Integrity makes it.
///
/// Its only algorithms are A256KW for the key and A256GCM for the text.
struct EncryptedToken {
    /// Google's tokens have less than half as many bytes.
    private static let longest = 16_384

    private let header: Substring
    private let key: [UInt8]
    private let nonce: [UInt8]
    private let ciphertext: [UInt8]
    private let tag: [UInt8]

    /// Nil for a text that is no such token, and for one with extensions or compressed text.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap(Self.bytes)
        // A header that is no JSON announces nothing.
        guard parts.count == 5, bytes.count == 5, let members = (try? JSONValue(parsing: bytes[0]))?.object,
            members["alg"] == "A256KW", members["enc"] == "A256GCM", !members.contains("crit"),
            !members.contains("zip"), bytes[2].count == 12, bytes[4].count == 16
        else { return nil }
        (header, key, nonce, ciphertext, tag) = (parts[0], bytes[1], bytes[2], bytes[3], bytes[4])
    }

    /// The text inside; nil where another key has encrypted it.
    func opened(by wrapping: SymmetricKey) -> String? {
        // Every failure says the same: the token was not made with this key.
        guard let inner = try? AES.KeyWrap.unwrap(key, using: wrapping), inner.bitCount == 256,
            // As above.
            let nonce = try? AES.GCM.Nonce(data: nonce),
            // As above.
            let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag),
            // As above.
            let text = try? AES.GCM.open(box, using: inner, authenticating: Array(header.utf8))
        else { return nil }
        return String(validating: text, as: UTF8.self)
    }

    /// Nil for a text that an encoder would write in another way for the same bytes.
    private static func bytes(_ part: Substring) -> [UInt8]? {
        Base64.decode(part).flatMap { Base64.encodeForURL($0) == part ? $0 : nil }
    }
}
