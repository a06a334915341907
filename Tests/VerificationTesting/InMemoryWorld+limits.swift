import VerificationCore

extension InMemoryWorld {
    package func uses(of subject: LimitSubject) async throws(StoreError) -> [LimitUse] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let phone = subject.phoneKey.flatMap { state.records.phones[$0] } ?? PhoneState()
            return subject.uses(phone: phone, counts: state.records.limits, at: now)
        }
    }

    package func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreError) {
        try answering(about: .verifications) { state in
            if let phone = subject.phoneKey {
                if limits.contains(.sendsPerPhone) { state.records.phones[phone]?.sends = SlotCounts() }
                if limits.contains(.wrongCodesPerPhone) { state.records.phones[phone]?.wrongCodes = SlotCounts() }
            }
            for key in limits.compactMap(subject.key) { state.records.empty(key) }
        }
    }
}

extension InMemoryWorld.Records {
    /// Empties the limit's rows but keeps them, like the store in PostgreSQL.
    fileprivate mutating func empty(_ key: LimitKey) {
        for slot in limits.counts(of: key).slots {
            var opposite = slot
            opposite.events = -slot.events
            limits.load(key, seconds: slot.seconds, slots: [opposite])
        }
    }
}
