extension KeyRing {
    /// The id of a request with an idempotency key: all through a UTC day the same for the same app, key and words.
    ///
    /// So the API gives a repeated call the same answer, without asking the store.
    ///
    /// Its time is a millisecond of that day, derived from the key. Without this, the ids of a day would crowd in one
    /// millisecond.
    ///
    /// The caller's words are part of it. So a key that is used again for other words leads to an id of its own, which
    /// can say so.
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
