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
