import VerificationCore

extension InMemoryVerificationStore: TestNumberStore {
    package func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber] {
        try answering { state in state.testNumbers[app] ?? [] }
    }

    package func save(
        _ number: TestNumber, of app: AppID, limit: Int
    ) async throws(StoreProblem) -> SavedTestNumber {
        try answering { state in
            guard !state.wasSentTo(PhoneKey(app: app, phone: number.phone.e164)) else { return .inUse }
            var numbers = state.testNumbers[app] ?? []
            if let index = numbers.firstIndex(where: { $0.phone.e164 == number.phone.e164 }) {
                numbers[index] = TestNumber(
                    id: numbers[index].id, phone: number.phone, code: number.code, scenario: number.scenario,
                    expiresAt: number.expiresAt)
                state.testNumbers[app] = numbers
                return .saved(numbers[index])
            }
            guard numbers.count < limit else { return .tooMany }
            state.testNumbers[app] = numbers + [number]
            return .saved(number)
        }
    }

    package func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> Bool {
        try answering { state in
            let count = state.testNumbers[app]?.count ?? 0
            state.testNumbers[app]?.removeAll { $0.id == id }
            return state.testNumbers[app]?.count ?? 0 < count
        }
    }
}

extension InMemoryVerificationStore.State {
    fileprivate func wasSentTo(_ phone: PhoneKey) -> Bool {
        messages.contains { id, message in
            guard message.report.status != .failed, let row = verifications[id.verification] else { return false }
            return row.key == phone && !row.code.isFixed
        }
    }
}
