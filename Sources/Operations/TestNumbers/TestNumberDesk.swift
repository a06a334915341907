import VerificationCore

/// The test numbers of all apps, for operators.
package struct TestNumberDesk: Sendable {
    /// A test number as a person wants it.
    package struct Wish: Sendable {
        /// Nil leaves a standing test number's code as it is.
        package let code: String?
        package let scenario: TestNumber.Scenario?
        package let expiresAt: Timestamp?

        package init(code: String?, scenario: TestNumber.Scenario?, expiresAt: Timestamp?) {
            (self.code, self.scenario, self.expiresAt) = (code, scenario, expiresAt)
        }
    }

    private let store: any AppStore
    private let apps: any AppStore
    private let keyRing: KeyRing?
    private let permits: Permits
    private let now: @Sendable () -> Timestamp
    /// Makes 64 random bits.
    private let random: @Sendable () -> UInt64
    /// All apps with their test numbers.
    package let all: Lookout<[App]>

    /// `keyRing`: encrypts the codes; without it nobody can add a number or give it another code here.
    package init(
        store: any AppStore, apps: any AppStore, keyRing: KeyRing?, permits: Permits,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64
    ) {
        (self.store, self.apps, self.keyRing, self.permits) = (store, apps, keyRing, permits)
        (self.now, self.random) = (now, random)
        all = Lookout(now: now) { try await apps.apps().readable }
    }

    /// The app to which a number would be added.
    package func previewAddition(to app: String, for person: Operator) async throws(OperatorProblem) -> App {
        try await permits.preview(.changeTestNumber, on: "app \(app)", by: person)
        return try await read(app)
    }

    /// The test number that would be changed or removed.
    package func preview(
        _ id: VerificationID, of app: String, for person: Operator
    ) async throws(OperatorProblem) -> TestNumber {
        try await permits.preview(.changeTestNumber, on: "test number \(id) of app \(app)", by: person)
        return try await find(id, of: try await read(app))
    }

    /// Adds a test number, or changes the test number of the same phone.
    package func add(
        _ phone: PhoneNumber, as wish: Wish, to app: String, because reason: String, by person: Operator
    ) async throws(OperatorProblem) {
        try await perform("add", phone, app, reason, person) { () throws(OperatorProblem) in
            let app = try await read(app)
            guard app.rules.takes(phone.kind) else { throw .unusable("This number is of a kind that gets no SMS.") }
            guard let code = wish.code else { throw .unusable("Give the code, 4 to 10 digits.") }
            guard let id = keyRing?.makeID(for: app.id, at: now(), random: random()) else { throw Self.noKeys }
            try await save(id, phone, try seal(code, phone, app), wish, app)
        }
    }

    /// Changes a test number; without a code it keeps its code.
    package func change(
        _ id: VerificationID, to wish: Wish, of app: String, because reason: String, by person: Operator
    ) async throws(OperatorProblem) {
        let number = try await preview(id, of: app, for: person)
        try await perform("change", number.phone, app, reason, person) { () throws(OperatorProblem) in
            let app = try await read(app)
            var code = number.code
            if let digits = wish.code { code = try seal(digits, number.phone, app) }
            try await save(number.id, number.phone, code, wish, app)
        }
    }

    /// Makes the number a number like any other again.
    package func remove(
        _ id: VerificationID, of app: String, because reason: String, by person: Operator
    ) async throws(OperatorProblem) {
        let number = try await preview(id, of: app, for: person)
        try await perform("remove", number.phone, app, reason, person) { () throws(OperatorProblem) in
            let app = try await read(app)
            let wasThere = try await asked { () throws(StoreProblem) in
                try await store.removeTestNumber(id, of: app.id)
            }
            guard wasThere else { throw .nothing("test number \(id)") }
        }
    }

    private func perform(
        _ what: String, _ phone: PhoneNumber, _ app: String, _ reason: String, _ person: Operator,
        _ body: () async throws(OperatorProblem) -> Void
    ) async throws(OperatorProblem) {
        let subject = "\(what) test number \(phone.masked) of app \(app)"
        try await permits.perform(.changeTestNumber, on: subject, because: reason, by: person) {
            () throws(OperatorProblem) in
            try await body()
            return ""
        }
    }

    private func save(
        _ id: VerificationID, _ phone: PhoneNumber, _ code: SealedCode, _ wish: Wish, _ app: App
    ) async throws(OperatorProblem) {
        guard wish.expiresAt.map({ $0 > now() }) ?? true else { throw .unusable("The end must be a time to come.") }
        let number = TestNumber(id: id, phone: phone, code: code, scenario: wish.scenario, expiresAt: wish.expiresAt)
        let saved = try await asked { () throws(StoreProblem) in
            try await store.save(number, of: app.id, limit: app.rules.maxTestNumbers)
        }
        switch saved {
        case .saved: return
        case .tooMany: throw .unusable("The app may have \(app.rules.maxTestNumbers) test numbers. Remove one first.")
        case .inUse: throw .unusable("The app has really sent to this number, so it cannot be a test number.")
        }
    }

    private func seal(_ code: String, _ phone: PhoneNumber, _ app: App) throws(OperatorProblem) -> SealedCode {
        guard let code = CodeRecipe.code(typed: code) else { throw .unusable("A code has 4 to 10 digits.") }
        guard let sealed = keyRing?.seal(code: code, of: phone.e164, app: app.id) else { throw Self.noKeys }
        return sealed
    }

    private func find(_ id: VerificationID, of app: App) async throws(OperatorProblem) -> TestNumber {
        let numbers = try await asked { () throws(StoreProblem) in try await store.testNumbers(of: app.id) }
        guard let number = numbers.first(where: { $0.id == id }) else { throw .nothing("test number \(id)") }
        return number
    }

    private func read(_ name: String) async throws(OperatorProblem) -> App {
        let app = try await asked { () throws(StoreProblem) in try await apps.apps().app(named: name) }
        guard let app else { throw .nothing("such app") }
        return app
    }

    private static let noKeys = OperatorProblem.unusable(
        "This dashboard lacks the keys of the codes: set code.keys here too, or use verifyd test-numbers.")
}
