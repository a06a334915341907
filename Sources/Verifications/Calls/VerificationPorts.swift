import VerificationCore

/// What the use cases need from outside: the queue, the store, keys, the clock and chance.
package struct VerificationPorts: Sendable {
    package let queue: any JobPublisher
    package let store: any VerificationStore
    /// What a check and a cancel pass on their way to the store.
    package let gate: CallGate
    package let testNumbers: any AppStore
    package let codeKeys: any CodeKeyRegister
    package let watch: StatusWatch
    package let keyRing: KeyRing
    package let phones: any PhoneNumberParser
    package let tallies: TallyBook
    package let metrics: VerificationMetrics
    /// Operators' rules on numbers and addresses, from memory.
    package let blocks: @Sendable () -> BlockRules
    package let now: @Sendable () -> Timestamp
    /// Makes 64 random bits, with a generator that is good enough for secrets.
    package let random: @Sendable () -> UInt64
    /// How long a request is worth sending, counted from the caller's call.
    package let requestLife: Duration

    package init(
        queue: any JobPublisher, store: any VerificationStore, gate: CallGate = .open,
        testNumbers: any AppStore, codeKeys: any CodeKeyRegister, watch: StatusWatch, keyRing: KeyRing,
        phones: any PhoneNumberParser, tallies: TallyBook, metrics: VerificationMetrics,
        blocks: @escaping @Sendable () -> BlockRules = { .none }, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64,
        requestLife: Duration = .seconds(600)
    ) {
        self.queue = queue
        self.store = store
        self.gate = gate
        self.testNumbers = testNumbers
        self.codeKeys = codeKeys
        self.watch = watch
        self.keyRing = keyRing
        self.phones = phones
        self.tallies = tallies
        self.metrics = metrics
        self.blocks = blocks
        self.now = now
        self.random = random
        self.requestLife = requestLife
    }
}

extension VerificationPorts {
    /// What the store's answer on an id means for this app.
    func shown(
        _ found: FoundVerification<NoRecord>, _ id: VerificationID, of app: App
    ) async throws(StoreProblem) -> FoundVerification<Unseen> {
        switch found {
        case .found(let report): .found(report)
        case .missing(let gap): .missing(try await told(gap, id, of: app))
        }
    }

    /// What the app may know of an id without a verification on record.
    ///
    /// The store does not know whose a request was that has no verification. The signature in the id tells it; no other app
    /// may learn anything of the id.
    func told(_ gap: NoRecord, _ id: VerificationID, of app: App) async throws(StoreProblem) -> Unseen {
        switch gap {
        case .keyReused: keyRing.signed(id, for: app.id) ? .keyReused : .unknown
        case .erased: keyRing.signed(id, for: app.id) ? .expired : .unknown
        case .unknown: try await unseen(id, of: app)
        }
    }

    /// What this process can say of an id that the store does not know.
    ///
    /// While an operator changes the keys, another process may sign with a key that this process lacks. Then this
    /// process cannot tell whether an id that may still be in the queue was ever made, and throws `keyMissing`.
    private func unseen(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Unseen {
        let isYoung = now() < id.madeAtLatest + requestLife + Unseen.grace
        if keyRing.signed(id, for: app.id) { return isYoung ? .queued : .expired }
        guard isYoung else { return .unknown }
        guard try await codeKeys.namesInUse().allSatisfy(keyRing.holds) else { throw .keyMissing }
        return .unknown
    }
}

/// Stands before the store, for calls for which an HTTP caller waits.
///
/// While the store is away or does not fit, a call fails at once. Without this, each call would find out by itself, in
/// its own time and with a connection of its own. What a call finds out, it tells the process.
package struct CallGate: Sendable {
    private let refusal: @Sendable () -> StoreProblem?
    private let hear: @Sendable (StoreProblem) -> Void

    /// - Parameters:
    ///   - refusal: why calls should not be made now, as far as this process knows; nil when they should.
    ///   - hear: gets the problem of each call that failed.
    package init(
        refusal: @escaping @Sendable () -> StoreProblem?, hear: @escaping @Sendable (StoreProblem) -> Void
    ) {
        (self.refusal, self.hear) = (refusal, hear)
    }

    /// Lets every call through.
    package static let open = CallGate(refusal: { nil }, hear: { _ in })

    func ask<Value: Sendable>(_ question: () async throws(StoreProblem) -> Value) async throws(StoreProblem) -> Value {
        if let problem = refusal() { throw problem }
        do {
            return try await question()
        } catch {
            hear(error)
            throw error
        }
    }
}

/// What the API can say about a request that has no verification on record, as far as the app that asks may know.
package enum Unseen: Sendable, Hashable {
    /// The API accepted it, and it waits in the queue: no worker has seen it yet.
    case queued
    /// The API made the id; the request is too old to be sent, or its verification was erased.
    case expired
    /// The request's idempotency key belongs to an earlier request with other words.
    case keyReused
    /// The API did not make the id for this app, or an operator has dropped the key of an old id.
    case unknown

    /// After the deadline: time for a worker that takes the request at the last moment, and for clocks that differ.
    static let grace = Duration.seconds(60)
}
