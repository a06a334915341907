import VerificationCore

/// What the use cases need from outside: the queue, the store, keys, the clock and chance.
package struct VerificationPorts: Sendable {
    package let queue: any RequestPublisher
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
        queue: any RequestPublisher, store: any VerificationStore, gate: CallGate = .open,
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
        _ found: FoundVerification, _ id: VerificationID, of app: App
    ) async throws(StoreProblem) -> Shown {
        switch found {
        case .found(let report): .found(report)
        case .keyReused: mayKnowOf(id, app) ? .keyReused : .unseen(.unknown)
        case .erased: .unseen(erased(id, of: app))
        case .noSuchVerification: .unseen(try await unseen(id, of: app))
        }
    }

    /// What this process can say of an id for which the store has no record.
    ///
    /// While an operator changes the keys, another process may sign with a key that this process lacks. Then this
    /// process cannot tell whether an id that may still be in the queue was ever made.
    func unseen(_ id: VerificationID, of app: App) async throws(StoreProblem) -> UnseenRequest {
        let isYoung = now() < id.madeAtLatest + requestLife + UnseenRequest.grace
        if keyRing.signed(id, for: app.id) { return isYoung ? .queued : .expired }
        guard isYoung else { return .unknown }
        return try await codeKeys.namesInUse().allSatisfy(keyRing.holds) ? .unknown : .undecidable
    }

    /// What this process can say of an id whose request is on record, but whose verification was erased.
    ///
    /// The store no longer knows the app of the verification. The signature in the id tells it.
    func erased(_ id: VerificationID, of app: App) -> UnseenRequest {
        keyRing.signed(id, for: app.id) ? .expired : .unknown
    }

    /// Whether the id was made for this app; no other app may learn anything of it.
    func mayKnowOf(_ id: VerificationID, _ app: App) -> Bool { keyRing.signed(id, for: app.id) }
}
