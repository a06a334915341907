import VerificationCore

/// Numbers of an app with a fixed code, to which nothing is ever sent.
package struct TestNumbers: Sendable {
    /// What became of a number that an app wanted.
    package enum Saved: Sendable {
        case saved(TestNumber, isNew: Bool)
        /// It could not get an SMS if it were none.
        case cannotGetSMS
        /// The app has as many as its rules allow, which is this many.
        case tooMany(Int)
        /// The app has really sent to it: a code that somebody sets would open a person's account.
        case inUse
        /// The ring lacks its own current key.
        case keyMissing
    }

    private let store: any TestNumberStore
    private let keyRing: KeyRing
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> UInt64

    /// `random`: 64 bits of a generator fit for secrets.
    package init(
        _ store: any TestNumberStore, keyRing: KeyRing, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        self.keyRing = keyRing
        self.now = now
        self.random = random
    }

    /// With the ports of the other use cases.
    package init(_ ports: VerificationPorts) {
        self.init(ports.testNumbers, keyRing: ports.keyRing, now: ports.now, random: ports.random)
    }

    /// In the order in which they were made, those that have expired included.
    package func all(of app: App) async throws(StoreProblem) -> [TestNumber] {
        try await store.testNumbers(of: app.id)
    }

    /// Adds a number, or changes the one of the same phone.
    package func save(_ form: TestNumberForm, of app: App) async throws(StoreProblem) -> Saved {
        guard !form.phone.kind.cannotGetSMS else { return .cannotGetSMS }
        guard let id = keyRing.makeID(for: app.id, at: now(), random: random()),
            let number = form.number(id, sealedBy: keyRing, of: app.id)
        else { return .keyMissing }
        let limit = app.rules.maxTestNumbers
        return switch try await store.save(number, of: app.id, limit: limit) {
        case .saved(let kept): .saved(kept, isNew: kept.id == number.id)
        case .tooMany: .tooMany(limit)
        case .inUse: .inUse
        }
    }

    /// From now on the number is one like any other; false when the app has no such test number.
    package func remove(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Bool {
        try await store.removeTestNumber(id, of: app.id)
    }
}
