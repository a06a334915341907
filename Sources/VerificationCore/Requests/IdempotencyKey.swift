import Crypto
import StrictJSON

/// A caller's own name for one call: repeated calls with the same key and words have one effect.
package struct IdempotencyKey: Sendable, Hashable {
    /// 1 to 255 printable ASCII characters.
    package let text: String

    /// Nil when the text is empty, too long or not printable ASCII.
    package init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}

extension IdempotencyKey {
    /// The key under which the store keeps a check; a request with the same text has another key.
    package func checkID(of app: AppID) -> KeyID {
        KeyID(app: app, hash: Array(SHA256.hash(data: Array("check \(app.name) \(text)".utf8)).prefix(16)))
    }
}

extension VerificationRequest {
    /// The key under which the store keeps the request; nil when its caller gave no key.
    package var keyID: KeyID? {
        idempotencyKey.map { key in
            KeyID(app: app, hash: Array(SHA256.hash(data: Array("\(app.name) \(key.text)".utf8)).prefix(16)))
        }
    }

    /// A hash of everything that the caller asked, in 16 bytes; the order of the members does not matter.
    package var fingerprint: [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            writer.value(.string(phone.e164))
            writer.value(.string(language?.description ?? ""))
            writer.value(.string(clientIP?.description ?? ""))
            writer.value(.string(autofill?.webOTPDomain ?? ""))
            writer.value(.string(autofill?.androidHash ?? ""))
            // Only where there is one, so that requests without one have the hash that earlier versions made.
            if let frame = autofill?.webOTPEmbeddedDomain { writer.value(.array([.string(frame)])) }
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
                writer.value(.string(key))
                writer.value(.string(value))
            }
        }
        return Array(SHA256.hash(data: writer.bytes).prefix(16))
    }
}
