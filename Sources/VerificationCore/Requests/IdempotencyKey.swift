import Crypto
import StrictJSON

/// A caller's own name for one call, so that the call may be repeated: the same key and words have one effect.
package struct IdempotencyKey: Sendable, Hashable {
    /// 1 to 255 printable ASCII characters.
    package let text: String

    /// Nil when the text is none of those.
    package init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}

extension IdempotencyKey {
    /// The key under which a check is kept, which is never the one of a request with the same text.
    package func checkID(of app: AppID) -> KeyID {
        KeyID(app: app, hash: Array(SHA256.hash(data: Array("check \(app.name) \(text)".utf8)).prefix(16)))
    }
}

extension VerificationRequest {
    /// The key under which it is kept; nil when its caller gave none.
    package var keyID: KeyID? {
        idempotencyKey.map { key in
            KeyID(app: app, hash: Array(SHA256.hash(data: Array("\(app.name) \(key.text)".utf8)).prefix(16)))
        }
    }

    /// A hash of everything that was asked, the same for the same words in another order; 16 bytes.
    package var fingerprint: [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            writer.value(.string(phone.e164))
            writer.value(.string(language?.description ?? ""))
            writer.value(.string(clientIP?.description ?? ""))
            writer.value(.string(autofill?.webOTPDomain ?? ""))
            writer.value(.string(autofill?.androidHash ?? ""))
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
                writer.value(.string(key))
                writer.value(.string(value))
            }
        }
        return Array(SHA256.hash(data: writer.bytes).prefix(16))
    }
}
