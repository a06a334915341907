import PostgreSQL
import VerificationCore

extension AppRegistry {
    package func testNumbers(of app: AppID) async throws(StoreError) -> [TestNumber] {
        try await pool.ask {
            try await pool.read(
                """
                select \(SQLPart.testNumber) from test_number where app = \(app.name) order by created_at, id
                """
            ).testNumbers().readable.map(\.number)
        }
    }

    package func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreError) -> SavedTestNumber {
        switch try await keep([number], of: app, limit: limit) {
        case .kept(let rows):
            try await pool.ask { try rows[0].testNumbers().readable.first.map { .saved($0.number) } ?? .tooMany }
        case .tooMany: .tooMany
        case .inUse: .inUse
        }
    }

    package func replace(
        _ removed: Set<VerificationID>, with saved: [TestNumber], of app: AppID, limit: Int
    ) async throws(StoreError) -> ReplacedTestNumbers {
        switch try await keep(saved, inPlaceOf: removed, of: app, limit: limit) {
        case .kept: .replaced
        case .tooMany: .tooMany
        case .inUse(let phone): .inUse(phone)
        }
    }

    private enum Kept {
        /// The rows of each number, as they are kept.
        case kept([PostgresRows])
        case tooMany
        case inUse(PhoneNumber)
    }

    /// Saves numbers, and removes others, all or none.
    ///
    /// Where it meets others:
    /// - A second save for the same app waits at the app's row, and then counts these numbers as well.
    /// - A worker that claims a send to one of the phones comes first, or waits at the phone's row. When it comes first,
    ///   the number is in use. Otherwise its claim finds that the app has changed; see `SettingsChanges`.
    private func keep(
        _ numbers: [TestNumber], inPlaceOf removed: Set<VerificationID> = [], of app: AppID, limit: Int
    ) async throws(StoreError) -> Kept {
        let phones = Set(numbers.map { PhoneKey(app: app, phone: $0.phone.e164) }).sorted()
        let end = ContinuousClock.now + PhoneErasure.patience
        let (kept, told) = try await pool.ask { () -> (Kept, [PostgresRows]) in
            try await pool.query(.insertMissingPhones(phones), deadline: end)
            let slices = try await pool.daySlices(deadline: end)
            return try await pool.transaction(deadline: end) { transaction -> (Kept, [PostgresRows]) in
                _ = try await transaction.pipeline([.lockPhones(phones)])
                if let phone = try await transaction.firstInUse(numbers, of: app, in: slices) {
                    return (.inUse(phone), [])
                }
                let answers = try await transaction.pipeline(
                    [
                        .lockTestNumbers(of: app),
                        "delete from test_number where app = \(app.name) and id = any(\(Array(removed)))",
                    ] + numbers.map { .save($0, of: app, limit: limit) }
                ).dropFirst(2)
                guard answers.allSatisfy({ !$0.isEmpty }) else { return (.tooMany, []) }
                let told = try await transaction.commit(with: SettingsChanges.telling(of: [.app(app)]))
                return (.kept(Array(answers)), told)
            }
        }
        await SettingsChanges(pool: pool).followed(told)
        return kept
    }

    package func testNumberInUse(of app: AppID) async throws(StoreError) -> PhoneNumber? {
        let numbers = try await testNumbers(of: app)
        let phones = Set(numbers.map { PhoneKey(app: app, phone: $0.phone.e164) }).sorted()
        let end = ContinuousClock.now + PhoneErasure.patience
        return try await pool.ask {
            try await pool.query(.insertMissingPhones(phones), deadline: end)
            let slices = try await pool.daySlices(deadline: end)
            return try await pool.transaction(deadline: end) { transaction -> PhoneNumber? in
                _ = try await transaction.pipeline([.lockPhones(phones)])
                return try await transaction.firstInUse(numbers, of: app, in: slices)
            }
        }
    }

    package func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreError) -> Bool {
        let results = try await change(app, by: ["delete from test_number where id = \(id) and app = \(app.name)"])
        return results[0].affectedRows == 1
    }
}

extension AppRegistry {
    package func resealTestNumbers(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        let old = try await pool.ask { try await pool.read(.allTestNumbers).testNumbers().readable }
            .filter { $0.number.code.keyName != keys.currentName }
        let updates = old.compactMap { app, number -> SQL? in
            keys.reseal(number.code, of: number.phone.e164, app: app).map { code in
                """
                update test_number set code_key = \(code.keyName), sealed_code = \(code.bytes)
                where app = \(app.name) and id = \(number.id) and sealed_code = \(number.code.bytes)
                """
            }
        }
        _ = try await SettingsChanges(pool: pool).make(of: old.map { .app($0.app) }, updates)
        return (updates.count, old.count - updates.count)
    }
}

extension PostgresTransaction {
    /// The first of the numbers to which the app has really sent; nil when there is none.
    fileprivate func firstInUse(
        _ numbers: [TestNumber], of app: AppID, in slices: [DaySlice]
    ) async throws -> PhoneNumber? {
        for number in numbers {
            let phone = PhoneKey(app: app, phone: number.phone.e164)
            if try await hasReallySent(to: phone, in: slices) { return number.phone }
        }
        return nil
    }

    /// Whether an SMS of the app has left, or may have left, to the phone at a time when it was no test number.
    fileprivate func hasReallySent(to phone: PhoneKey, in slices: [DaySlice]) async throws -> Bool {
        for slice in slices {
            let found = try await pipeline([.planForTheirDays, .hasSent(to: phone, slice), .planForAnyKeys])
            if try found[1].value() { return true }
        }
        return false
    }
}

extension SQL {
    fileprivate static func lockTestNumbers(of app: AppID) -> SQL {
        "select 1 from app where id = \(app.name) for no key update"
    }

    /// Returns a row with the number as it is kept; no row when the app has too many numbers, or when there is no app.
    fileprivate static func save(_ number: TestNumber, of app: AppID, limit: Int) -> SQL {
        """
        insert into test_number (\(SQLPart.testNumber))
        select id, \(number.id), \(number.phone.e164), \(number.phone.region), \(Int32(number.phone.callingCode)),
          \(number.phone.kind.rawValue), \(number.code.keyName), \(number.code.bytes), \(number.scenario?.rawValue),
          \(number.expiresAt)
        from app
        where id = \(app.name)
          and (exists (select from test_number where app = \(app.name) and phone = \(number.phone.e164))
            or (select count(*) from test_number where app = \(app.name)) < \(limit))
        on conflict (app, phone) do update set region = excluded.region, calling_code = excluded.calling_code,
          kind = excluded.kind, code_key = excluded.code_key, sealed_code = excluded.sealed_code,
          scenario = excluded.scenario, expires_at = excluded.expires_at
        returning \(SQLPart.testNumber)
        """
    }

    /// Runs after `planForTheirDays`; for why the upper end is an array, see `PhoneSearch`.
    fileprivate static func hasSent(to phone: PhoneKey, _ slice: DaySlice) -> SQL {
        """
        select exists (
          select from messages_of(array(
            select id from verification
            where phone = \(phone.phone) and app = \(phone.app.name) and code_key <> ''
              and id >= \(slice.from) and id < any(\([slice.before]))))
          where status <> 'failed')
        """
    }

    static let allTestNumbers: SQL = "select \(SQLPart.testNumber) from test_number"
}

extension SQLPart {
    /// The columns of `test_number` that `PostgresRows.testNumbers` reads.
    static let testNumber: SQLPart =
        "app, id, phone, region, calling_code, kind, code_key, sealed_code, scenario, expires_at"
}

extension PostgresRows {
    /// Reads rows of test numbers: the readable numbers, and by app what is wrong with a number that it cannot read.
    ///
    /// The app is unreadable as a whole then. Otherwise a worker would send SMS to that test number.
    func testNumbers() throws(PostgresError) -> (
        readable: [(app: AppID, number: TestNumber)], unreadable: [AppID: String]
    ) {
        var readable: [(AppID, TestNumber)] = []
        var unreadable: [AppID: String] = [:]
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
            if let number = try row.testNumber() {
                readable.append((app, number))
            } else {
                let id = try row.decode("id", as: VerificationID.self)
                unreadable[app] = "test number \(id) has a scenario or a kind that this version does not know"
            }
        }
        return (readable, unreadable)
    }
}

extension [App] {
    /// The apps with their test numbers.
    func with(_ numbers: [(app: AppID, number: TestNumber)]) -> [App] {
        let byApp = Dictionary(grouping: numbers) { $0.app }
        return map { app in
            var app = app
            let mine = (byApp[app.id] ?? []).map { ($0.number.phone.e164, $0.number) }
            app.testNumbers = Dictionary(mine) { $1 }
            return app
        }
    }
}

extension PostgresRow {
    /// Nil when this version does not know the kind or the scenario.
    fileprivate func testNumber() throws(PostgresError) -> TestNumber? {
        let scenario = try decode("scenario", as: String?.self)
        guard let kind = PhoneNumber.Kind(rawValue: try decode("kind", as: String.self)),
            scenario == nil || scenario.flatMap(TestNumber.Scenario.init) != nil
        else { return nil }
        return TestNumber(
            id: try decode("id"),
            phone: PhoneNumber(
                e164: try decode("phone"), region: try decode("region"),
                callingCode: Int(try decode("calling_code", as: Int32.self)), kind: kind),
            code: SealedCode(keyName: try decode("code_key"), bytes: try decode("sealed_code")),
            scenario: scenario.flatMap(TestNumber.Scenario.init), expiresAt: try decode("expires_at"))
    }
}
