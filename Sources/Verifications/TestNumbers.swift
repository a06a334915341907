import VerificationCore

/// An app's numbers with a fixed code, to which nothing is ever sent.
package struct TestNumbers: Sendable {
    /// What became of a number that an app wanted.
    package enum Saved: Sendable {
        case saved(TestNumber, isNew: Bool)
        /// It is a number of a kind that gets no SMS, such as a landline.
        case cannotGetSMS
        /// The app has as many test numbers as its rules allow, which is this many.
        case tooMany(Int)
        /// The app has really sent to it; the app's staff know a fixed code, and could open a person's account.
        case inUse
        /// The settings name a current key that the key ring does not hold.
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

    /// In the order in which they were made, also those that have expired.
    package func all(of app: App) async throws(StoreProblem) -> [TestNumber] {
        try await store.testNumbers(of: app.id)
    }

    /// Adds a test number, or changes the test number of the same phone.
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

    /// From now on the number is an ordinary number; false when the app has no such test number.
    package func remove(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Bool {
        try await store.removeTestNumber(id, of: app.id)
    }
}
