import VerificationCore

extension InMemoryVerificationStore: TestNumberStore {
    package func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber] {
        try answering { state in state.testNumbers[app] ?? [] }
    }

    package func save(
        _ number: TestNumber, of app: AppID, limit: Int
    ) async throws(StoreProblem) -> TestNumber? {
        try answering { state in
            var numbers = state.testNumbers[app] ?? []
            if let index = numbers.firstIndex(where: { $0.phone.e164 == number.phone.e164 }) {
                numbers[index] = TestNumber(
                    id: numbers[index].id, phone: number.phone, code: number.code, scenario: number.scenario,
                    expiresAt: number.expiresAt)
                state.testNumbers[app] = numbers
                return numbers[index]
            }
            guard numbers.count < limit else { return nil }
            state.testNumbers[app] = numbers + [number]
            return number
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
