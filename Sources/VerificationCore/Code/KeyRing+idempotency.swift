extension KeyRing {
    /// The id of a request that carries an idempotency key: the same for the same app, key and words all through a UTC
    /// day, so that a repeated call has the same answer without asking anybody.
    ///
    /// The words are part of it, so that a key that is used for something else leads to an id of its own, which can
    /// say so.
    package func makeID(for request: VerificationRequest, key: IdempotencyKey) -> VerificationID? {
        guard let secret = identifierKey(named: currentName) else { return nil }
        var text = Array("idempotency \(request.app.name) ".utf8) + request.fingerprint
        text += Array(key.text.utf8)
        let random = secret.code(for: text).prefix(8)
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return makeID(for: request.app, at: request.requestedAt.startOfDay, random: random)
    }

    /// A hash of what was typed for a verification, which tells nobody the code who lacks the ring; 16 bytes.
    ///
    /// It stays the same while the ring holds the key of the verification's code; nil when it does not. A fixed code has
    /// no key of its own, so the current one serves.
    package func fingerprint(
        ofCheck typed: String, of verification: VerificationID, recipe: CodeRecipe
    ) -> [UInt8]? {
        guard let secret = identifierKey(named: recipe.isFixed ? currentName : recipe.keyName) else { return nil }
        return Array(secret.code(for: Array("check \(verification) \(typed)".utf8)).prefix(16))
    }
}

extension VerificationID {
    /// The latest moment at which a request of this id was made: ids of idempotency keys tell only the day.
    package var madeAtLatest: Timestamp {
        madeAt == madeAt.startOfDay ? madeAt + .seconds(86_400) : madeAt
    }
}

extension Timestamp {
    /// Midnight UTC.
    package var startOfDay: Timestamp {
        let day: Int64 = 86_400_000_000
        let days = microseconds / day - (microseconds % day < 0 ? 1 : 0)
        return Timestamp(microseconds: days * day)
    }
}
