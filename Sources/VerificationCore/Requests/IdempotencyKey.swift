import Crypto
import Messages
import StrictJSON

/// A caller's own name for one call: repeated calls with the same key and content have one effect.
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

/// An app's idempotency key as the store keeps it: only a hash, because callers' keys may tell about people.
package struct KeyID: Sendable, Hashable, Comparable {
    package let app: AppID
    /// 16 bytes.
    package let hash: [UInt8]

    package init(app: AppID, hash: [UInt8]) {
        self.app = app
        self.hash = hash
    }

    /// Orders the keys' rows for writing.
    package static func < (left: KeyID, right: KeyID) -> Bool {
        left.app == right.app ? left.hash.lexicographicallyPrecedes(right.hash) : left.app < right.app
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

extension KeyRing {
    /// The id of a request with an idempotency key; for the same app, key and content it stays the same through a UTC
    /// day.
    ///
    /// So the API gives a repeated call the same answer, without asking the store.
    ///
    /// Its time is a millisecond of that day, derived from the key. Without this, the ids of a day would crowd in one
    /// millisecond.
    ///
    /// The request's content is part of it. So a key that is used again for another request leads to another id, and a
    /// `GET` of that id reports the reuse.
    package func makeID(for request: VerificationRequest, key: IdempotencyKey) -> VerificationID {
        var text = Array("idempotency \(request.app.name) ".utf8) + request.fingerprint
        text += Array(key.text.utf8)
        let mac = currentIdentifierKey.code(for: text)
        let number: (ArraySlice<UInt8>) -> UInt64 = { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        let moment = Int64(number(mac[8..<16]) % UInt64(Timestamp.dayInMilliseconds))
        return makeID(
            for: request.app, at: request.requestedAt.startOfDay + .milliseconds(moment), random: number(mac[0..<8]),
            isOfKey: true)
    }

    /// A hash of what the person typed, in 16 bytes; only a process with the ring can learn the code from it.
    ///
    /// It stays the same while the ring holds the key of the verification's code, and is nil without that key. A fixed
    /// code has no key of its own, so the current key serves.
    package func fingerprint(
        ofCheck typed: String, of verification: VerificationID, code: CodeSource
    ) -> [UInt8]? {
        let keyName =
            switch code {
            case .made(let recipe): recipe.keyName
            case .fixed: currentName
            }
        guard let secret = identifierKey(named: keyName) else { return nil }
        return Array(secret.code(for: Array("check \(verification) \(typed)".utf8)).prefix(16))
    }
}

extension Timestamp {
    fileprivate static let dayInMilliseconds: Int64 = 86_400_000

    /// Midnight UTC at the beginning of its day.
    package var startOfDay: Timestamp {
        let day = 1_000 * Self.dayInMilliseconds
        let days = microseconds / day - (microseconds % day < 0 ? 1 : 0)
        return Timestamp(microseconds: days * day)
    }

    /// Midnight UTC at the end of its day.
    package var endOfDay: Timestamp { startOfDay + .milliseconds(Self.dayInMilliseconds) }
}
