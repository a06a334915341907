import VerificationCore

/// The test numbers of all apps: pages, commands and the API change them here.
package struct TestNumberService: Sendable {
    /// A test number as a person wants it.
    package struct Draft: Sendable {
        /// Nil leaves a standing test number's code as it is.
        package let code: String?
        package let scenario: TestNumber.Scenario?
        package let expiresAt: Timestamp?

        package init(code: String?, scenario: TestNumber.Scenario?, expiresAt: Timestamp?) {
            (self.code, self.scenario, self.expiresAt) = (code, scenario, expiresAt)
        }
    }

    let store: any AppStore
    let keyRing: KeyRing?
    let permits: Permits
    let now: @Sendable () -> Timestamp
    /// Makes 64 random bits.
    private let random: @Sendable () -> UInt64
    /// All apps with their test numbers.
    package let all: CachedQuery<[App]>

    /// `keyRing`: encrypts the codes; without it this process adds no number and gives no number another code.
    package init(
        store: any AppStore, keyRing: KeyRing?, permits: Permits,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64
    ) {
        (self.store, self.keyRing, self.permits) = (store, keyRing, permits)
        (self.now, self.random) = (now, random)
        all = CachedQuery(now: now) { try await store.apps().readable }
    }

    /// The app to which a number would be added.
    package func previewAddition(to app: String, for person: Operator) async throws(OperatorError) -> App {
        try await permits.preview(.changeTestNumber, on: "app \(app)", by: person)
        return try await read(app)
    }

    /// The test number that would be changed or removed.
    package func preview(
        _ id: VerificationID, of app: String, for person: Operator
    ) async throws(OperatorError) -> TestNumber {
        let number = try await find(id, of: app, for: person)
        guard let number else { throw .nothing("such test number") }
        return number
    }

    /// All test numbers of an app in the order in which they were made, expired test numbers included.
    package func numbers(of app: AppID, for person: Operator) async throws(OperatorError) -> [TestNumber] {
        try await permits.look(at: "test numbers of app \(app)", by: person)
        return try await asked { () throws(StoreError) in try await store.testNumbers(of: app) }
    }

    /// Adds a test number, or changes the test number of the same phone; answers what stands then.
    package func add(
        _ phone: PhoneNumber, as draft: Draft, to app: String, because reason: String, by person: Operator
    ) async throws(OperatorError) -> TestNumber {
        try await changed("add", name: phone.masked, of: app, because: reason, by: person) { () throws(OperatorError) in
            let form = try Self.refusing { () throws(TestNumberError) in
                try TestNumberForm(
                    phone: phone, code: draft.code, scenario: draft.scenario, expiresAt: draft.expiresAt)
            }
            return try await save(form, of: try await read(app)).number
        }
    }

    /// The same for an app that the caller knows; answers also whether the phone had no test number before.
    package func add(
        _ form: TestNumberForm, to app: App, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (number: TestNumber, isNew: Bool) {
        try await changed("add", name: form.phone.masked, of: app.id.name, because: reason, by: person) {
            () throws(OperatorError) in
            try await save(form, of: app)
        }
    }

    /// Changes a test number; without a code it keeps its code.
    package func change(
        _ id: VerificationID, to draft: Draft, of app: String, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let number = try await preview(id, of: app, for: person)
        _ = try await changed("change", name: number.phone.masked, of: app, because: reason, by: person) {
            () throws(OperatorError) in
            let app = try await read(app)
            let changed = try Self.sealing { () throws(TestNumberError) in
                try app.changed(
                    number, code: draft.code, scenario: draft.scenario, expiresAt: draft.expiresAt, sealedBy: keyRing,
                    at: now())
            }
            return try await keep(changed, of: app)
        }
    }

    /// Makes the number a number like any other again; answers what it was, nil for one that this version cannot read.
    package func remove(
        _ id: VerificationID, of app: String, because reason: String, by person: Operator
    ) async throws(OperatorError) -> TestNumber? {
        let number = try await find(id, of: app, for: person)
        let wasThere = try await permits.change(
            .changeTestNumber, on: Self.subject("remove", name: number?.phone.masked ?? "\(id)", of: app),
            because: reason,
            by: person
        ) { () throws(StoreError) in
            guard let app = AppID(app) else { return false }
            return try await store.removeTestNumber(id, of: app)
        }
        guard wasThere else { throw .nothing("such test number") }
        return number
    }
}

extension TestNumberService {
    /// For the audit; `name` is the masked number.
    private static func subject(_ what: String, name: String, of app: String) -> String {
        "\(what) test number \(name) of app \(app)"
    }

    private func changed<Value>(
        _ what: String, name: String, of app: String, because reason: String, by person: Operator,
        doing body: () async throws(OperatorError) -> Value
    ) async throws(OperatorError) -> Value {
        try await permits.perform(
            .changeTestNumber, on: Self.subject(what, name: name, of: app), because: reason, by: person
        ) { () throws(OperatorError) in
            (try await body(), "")
        }
    }

    private func save(
        _ form: TestNumberForm, of app: App
    ) async throws(OperatorError) -> (number: TestNumber, isNew: Bool) {
        let number = try sealed(form, of: app, at: now())
        let kept = try await keep(number, of: app)
        return (kept, kept.id == number.id)
    }

    /// A new test number of the app with its code encrypted; throws where the phone can be none.
    func sealed(_ form: TestNumberForm, of app: App, at now: Timestamp) throws(OperatorError) -> TestNumber {
        try Self.sealing { () throws(TestNumberError) in
            try app.newTestNumber(form, sealedBy: keyRing, at: now, random: random())
        }
    }

    private func keep(_ number: TestNumber, of app: App) async throws(OperatorError) -> TestNumber {
        let most = app.rules.maxTestNumbers
        let saved = try await asked { () throws(StoreError) in
            try await store.save(number, of: app.id, limit: most)
        }
        switch saved {
        case .saved(let kept): return kept
        case .tooMany: throw .noTestNumber(.tooMany(most))
        case .inUse: throw .noTestNumber(.inUse)
        }
    }

    /// The number of this id; nil for one that this version cannot read, and where there is none.
    private func find(
        _ id: VerificationID, of app: String, for person: Operator
    ) async throws(OperatorError) -> TestNumber? {
        try await permits.preview(.changeTestNumber, on: "test number \(id) of app \(app)", by: person)
        guard let app = AppID(app) else { throw .nothing("such app") }
        let numbers = try await asked { () throws(StoreError) in try await store.testNumbers(of: app) }
        return numbers.first { $0.id == id }
    }

    private func read(_ name: String) async throws(OperatorError) -> App {
        let app = try await asked { () throws(StoreError) in try await store.apps().app(named: name) }
        guard let app else { throw .nothing("such app") }
        return app
    }

    private static func refusing<Value>(
        _ body: () throws(TestNumberError) -> Value
    ) throws(OperatorError) -> Value {
        do { return try body() } catch { throw .noTestNumber(error) }
    }

    /// Makes a test number whose code this process has to encrypt.
    private static func sealing(
        _ body: () throws(TestNumberError) -> TestNumber?
    ) throws(OperatorError) -> TestNumber {
        guard let number = try refusing(body) else {
            // Only a dashboard may run without the keys.
            throw .unusable(
                "This dashboard lacks the keys of the codes: set code.keys here too, or use verifyd test-numbers.")
        }
        return number
    }
}

extension TestNumberError {
    /// For a person who has asked on a page.
    package var sentence: String {
        switch self {
        case .cannotGetSMS: "This number is of a kind that gets no SMS."
        case .badCode: "Give the code, 4 to 10 digits."
        case .ended: "The end must be a time to come."
        case .tooMany(let most): "The app may have \(most) test numbers. Remove one first."
        case .inUse: "The app has really sent to this number, so it cannot be a test number."
        }
    }
}
