import VerificationCore

extension InMemoryWorld {
    package func testNumbers(of app: AppID) async throws(StoreError) -> [TestNumber] {
        try answering(about: .verifications) { state in state.apps.testNumbers[app] ?? [] }
    }

    package func save(
        _ number: TestNumber, of app: AppID, limit: Int
    ) async throws(StoreError) -> SavedTestNumber {
        try answering(about: .verifications) { state in
            state.apps.changes.count(.app(app))
            return state.save(number, of: app, limit: limit)
        }
    }

    package func replace(
        _ removed: Set<VerificationID>, with saved: [TestNumber], of app: AppID, limit: Int
    ) async throws(StoreError) -> ReplacedTestNumbers {
        try answering(about: .verifications) { state in
            var changed = state
            changed.apps.changes.count(.app(app))
            changed.apps.testNumbers[app]?.removeAll { removed.contains($0.id) }
            for number in saved {
                switch changed.save(number, of: app, limit: limit) {
                case .saved: continue
                case .tooMany: return .tooMany
                case .inUse: return .inUse(number.phone)
                }
            }
            state = changed
            return .replaced
        }
    }

    package func testNumberInUse(of app: AppID) async throws(StoreError) -> PhoneNumber? {
        try answering(about: .verifications) { state in
            (state.apps.testNumbers[app] ?? []).map(\.phone).first {
                state.wasSentTo(PhoneKey(app: app, phone: $0.e164))
            }
        }
    }

    package func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreError) -> Bool {
        try answering(about: .verifications) { state in
            let count = state.apps.testNumbers[app]?.count ?? 0
            state.apps.testNumbers[app]?.removeAll { $0.id == id }
            state.apps.changes.count(.app(app))
            return state.apps.testNumbers[app]?.count ?? 0 < count
        }
    }
}

extension InMemoryWorld {
    package func resealTestNumbers(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        try answering(about: .verifications) { state in
            var (resealed, locked) = (0, 0)
            for (app, numbers) in state.apps.testNumbers {
                state.apps.testNumbers[app] = numbers.map { number in
                    if number.code.keyName == keys.currentName { return number }
                    guard let code = keys.reseal(number.code, of: number.phone.e164, app: app) else {
                        locked += 1
                        return number
                    }
                    resealed += 1
                    return number.with(code)
                }
            }
            return (resealed, locked)
        }
    }
}

extension TestNumber {
    fileprivate func with(_ code: SealedCode) -> TestNumber {
        TestNumber(id: id, phone: phone, code: code, scenario: scenario, expiresAt: expiresAt)
    }
}

extension InMemoryWorld.State {
    fileprivate mutating func save(_ number: TestNumber, of app: AppID, limit: Int) -> SavedTestNumber {
        guard !wasSentTo(PhoneKey(app: app, phone: number.phone.e164)) else { return .inUse }
        var numbers = apps.testNumbers[app] ?? []
        if let index = numbers.firstIndex(where: { $0.phone.e164 == number.phone.e164 }) {
            numbers[index] = TestNumber(
                id: numbers[index].id, phone: number.phone, code: number.code, scenario: number.scenario,
                expiresAt: number.expiresAt)
            apps.testNumbers[app] = numbers
            return .saved(numbers[index])
        }
        guard apps.all[app] != nil, numbers.count < limit else { return .tooMany }
        apps.testNumbers[app] = numbers + [number]
        return .saved(number)
    }

    fileprivate func wasSentTo(_ phone: PhoneKey) -> Bool {
        records.messages.contains { id, message in
            guard message.report.status != .failed, let row = records.verifications[id.verification] else {
                return false
            }
            return row.phoneKey == phone && !row.code.isFixed
        }
    }
}
