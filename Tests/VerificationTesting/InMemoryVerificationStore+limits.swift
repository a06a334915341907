import VerificationCore

extension InMemoryVerificationStore {
    package func uses(of subject: LimitSubject) async throws(StoreError) -> [LimitUse] {
        let now = clock.now
        return try answering { state in
            let phone = subject.phoneKey.flatMap { state.phones[$0] } ?? PhoneState()
            return subject.uses(phone: phone, counts: state.limits, at: now)
        }
    }

    package func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreError) {
        try answering { state in
            if let phone = subject.phoneKey {
                if limits.contains(.sendsPerPhone) { state.phones[phone]?.sends = SlotCounts() }
                if limits.contains(.wrongCodesPerPhone) { state.phones[phone]?.wrongCodes = SlotCounts() }
            }
            for key in limits.compactMap(subject.key) { state.empty(key) }
        }
    }
}

extension InMemoryVerificationStore.State {
    /// Empties the limit's rows but keeps them, like the store in PostgreSQL.
    fileprivate mutating func empty(_ key: LimitKey) {
        for slot in limits.counts(of: key).slots {
            var opposite = slot
            opposite.events = -slot.events
            limits.load(key, seconds: slot.seconds, slots: [opposite])
        }
    }
}
