extension KeyRing {
    /// The id of a request that carries an idempotency key: the same for the same app, key and words all through a UTC
    /// day, so that a repeated call has the same answer without asking anybody.
    ///
    /// Its time is some millisecond of that day, by the key: so many keys of a day would meet in one.
    ///
    /// The words are part of it, so that a key that is used for something else leads to an id of its own, which can
    /// say so.
    package func makeID(for request: VerificationRequest, key: IdempotencyKey) -> VerificationID? {
        guard let secret = identifierKey(named: currentName) else { return nil }
        var text = Array("idempotency \(request.app.name) ".utf8) + request.fingerprint
        text += Array(key.text.utf8)
        let mac = secret.code(for: text)
        let number: (ArraySlice<UInt8>) -> UInt64 = { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        let moment = Int64(number(mac[8..<16]) % UInt64(Timestamp.dayInMilliseconds))
        return makeID(
            for: request.app, at: request.requestedAt.startOfDay + .milliseconds(moment), random: number(mac[0..<8]),
            isOfKey: true)
    }

    /// A hash of what was typed for a verification, which tells nobody the code who lacks the ring; 16 bytes.
    ///
    /// It stays the same while the ring holds the key of the verification's code; nil when it does not. A fixed code has
    /// no key of its own, so the current one serves.
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

extension VerificationID {
    /// The latest moment at which a request of an id made here was made: ids of idempotency keys tell only the day.
    package var madeAtLatest: Timestamp {
        low & Self.markOfKey == 0 ? madeAt : madeAt.startOfDay + .milliseconds(Timestamp.dayInMilliseconds)
    }

    /// The first of the bits of chance tells ids that were made of an idempotency key.
    static let markOfKey: UInt64 = 1 << 61
}

extension Timestamp {
    fileprivate static let dayInMilliseconds: Int64 = 86_400_000

    /// Midnight UTC.
    package var startOfDay: Timestamp {
        let day = 1_000 * Self.dayInMilliseconds
        let days = microseconds / day - (microseconds % day < 0 ? 1 : 0)
        return Timestamp(microseconds: days * day)
    }
}
