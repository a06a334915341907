import VerificationCore

/// What the use cases need from outside: the queue, the store, keys, the clock and chance.
package struct VerificationPorts: Sendable {
    package let queue: any JobPublisher
    package let store: any VerificationStore
    /// What a check and a cancel pass on their way to the store.
    package let gate: CallGate
    package let ids: RequestIDs
    package let phones: any PhoneNumberParser
    /// Who hears what callers have done.
    package let facts: Facts
    /// Operators' rules on numbers and addresses, from memory.
    package let blocks: @Sendable () -> BlockRules
    package let now: @Sendable () -> Timestamp

    package init(
        queue: any JobPublisher, store: any VerificationStore, gate: CallGate = .open, ids: RequestIDs,
        phones: any PhoneNumberParser, facts: Facts = Facts(),
        blocks: @escaping @Sendable () -> BlockRules = { .none }, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.queue, self.store, self.gate, self.ids) = (queue, store, gate, ids)
        (self.phones, self.facts) = (phones, facts)
        (self.blocks, self.now) = (blocks, now)
    }
}

extension VerificationPorts {
    /// What the store's answer on an id means for this app.
    func shown(
        _ found: FoundVerification<NoRecord>, id: VerificationID, of app: App
    ) async throws(StoreError) -> FoundVerification<Unseen> {
        switch found {
        case .found(let report): .found(report)
        case .missing(let gap): .missing(try await told(gap, id: id, of: app))
        }
    }

    /// What the app may know of an id without a verification on record.
    ///
    /// Without a verification the store does not know which app's request it was. The signature in the id shows it; no
    /// other app may learn anything of the id.
    func told(_ gap: NoRecord, id: VerificationID, of app: App) async throws(StoreError) -> Unseen {
        switch gap {
        case .keyReused: ids.keyRing.signed(id, for: app.id) ? .keyReused : .unknown
        case .erased: ids.keyRing.signed(id, for: app.id) ? .expired : .unknown
        case .unknown: try await unseen(id, of: app)
        }
    }

    /// What this process can say of an id that the store does not know.
    ///
    /// While an operator changes the keys, another process may sign with a key that this process lacks. Then this
    /// process cannot tell whether an id that may still be in the queue was ever made, and throws `keyMissing`.
    private func unseen(_ id: VerificationID, of app: App) async throws(StoreError) -> Unseen {
        let isYoung = now() < id.madeAtLatest + ids.life + Unseen.grace
        if ids.keyRing.signed(id, for: app.id) { return isYoung ? .queued : .expired }
        guard isYoung else { return .unknown }
        guard try await ids.codeKeys.namesInUse().allSatisfy(ids.keyRing.holds) else { throw .keyMissing }
        return .unknown
    }
}

/// Stands before the store, for calls for which an HTTP caller waits.
///
/// While the store is away or does not fit, a call fails at once. Without this, each call would find out by itself, in
/// its own time and with a connection of its own. What a call finds out, it tells the process.
package struct CallGate: Sendable {
    private let refusal: @Sendable () -> StoreError?
    private let hear: @Sendable (StoreError) -> Void

    /// - Parameters:
    ///   - refusal: why calls should not be made now, as far as this process knows; nil when they should.
    ///   - hear: gets the problem of each call that failed.
    package init(
        refusal: @escaping @Sendable () -> StoreError?, hear: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.refusal, self.hear) = (refusal, hear)
    }

    /// Lets every call through.
    package static let open = CallGate(refusal: { nil }, hear: { _ in })

    func ask<Value: Sendable>(_ question: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
        if let problem = refusal() { throw problem }
        do {
            return try await question()
        } catch {
            hear(error)
            throw error
        }
    }
}

/// Makes the ids of requests, and knows their app and how long they are of use.
package struct RequestIDs: Sendable {
    package let keyRing: KeyRing
    /// Knows the keys with which other processes make ids.
    let codeKeys: any CodeKeyRegister
    /// Makes 64 random bits, with a generator that is good enough for secrets.
    package let random: @Sendable () -> UInt64
    /// How long a request is worth sending, counted from the caller's call.
    package let life: Duration

    package init(
        keyRing: KeyRing, codeKeys: any CodeKeyRegister, random: @escaping @Sendable () -> UInt64,
        life: Duration = .seconds(600)
    ) {
        (self.keyRing, self.codeKeys) = (keyRing, codeKeys)
        (self.random, self.life) = (random, life)
    }
}
