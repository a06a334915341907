import VerificationCore

/// An app's test numbers as one list, for a surface that knows them only so; each has a fixed code, and gets no SMS.
package struct TestNumbers: Sendable {
    /// The outcome of replacing an app's test numbers by a list; where it was refused, nothing has changed.
    package enum Replaced: Sendable {
        case replaced
        /// The first number of a kind that gets no SMS.
        case cannotGetSMS(PhoneNumber)
        case tooMany
        /// The first number to which the app has really sent.
        case inUse(PhoneNumber)
    }

    private let store: any AppStore
    private let keyRing: KeyRing
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> UInt64

    /// `random`: makes 64 random bits, with a generator that is good enough for secrets.
    package init(
        _ store: any AppStore, keyRing: KeyRing, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        self.keyRing = keyRing
        self.now = now
        self.random = random
    }

    /// Takes the keys, the clock and chance from the ports of all use cases.
    package init(_ store: any AppStore, with ports: VerificationPorts) {
        self.init(store, keyRing: ports.ids.keyRing, now: ports.now, random: ports.ids.random)
    }

    /// All test numbers in the order in which they were made, expired test numbers included.
    package func all(of app: App) async throws(StoreError) -> [TestNumber] {
        try await store.testNumbers(of: app.id)
    }

    /// Makes these numbers the only test numbers of the app; also expired test numbers go.
    ///
    /// A number whose code stays is not touched. Where the code changes, the number keeps its scenario and its end, for
    /// a list of numbers and codes says nothing of them.
    package func replaceAll(with wanted: [TestNumberForm], of app: App) async throws(StoreError) -> Replaced {
        if let form = wanted.first(where: { !app.rules.takes($0.phone.kind) }) { return .cannotGetSMS(form.phone) }
        let now = now()
        let known = Dictionary(try await all(of: app).map { ($0.phone.e164, $0) }) { first, _ in first }
        var saved: [TestNumber] = []
        for form in wanted {
            let old = known[form.phone.e164].flatMap { $0.isValid(at: now) ? $0 : nil }
            if let old, keyRing.open(old.code, of: form.phone.e164, app: app.id) == form.code { continue }
            let id = keyRing.makeID(for: app.id, at: now, random: random())
            guard let code = keyRing.seal(code: form.code, of: form.phone.e164, app: app.id) else { throw .keyMissing }
            saved.append(
                TestNumber(id: id, phone: form.phone, code: code, scenario: old?.scenario, expiresAt: old?.expiresAt))
        }
        let phones = Set(wanted.map(\.phone.e164))
        let removed = Set(known.values.filter { !phones.contains($0.phone.e164) }.map(\.id))
        switch try await store.replace(removed, with: saved, of: app.id, limit: app.rules.maxTestNumbers) {
        case .replaced: return .replaced
        case .tooMany: return .tooMany
        case .inUse(let phone): return .inUse(phone)
        }
    }
}
