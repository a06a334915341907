import Testing

/// Runs `body` so many times side by side, and returns the results in order.
func atOnce<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { tasks in
        for number in 0..<count { tasks.addTask { (number, try await body(number)) } }
        var values: [Int: Value] = [:]
        for try await (number, value) in tasks { values[number] = value }
        return values.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension Site {
    /// Waits until a worker has seen the requests of all these ids.
    func expectSeen(_ ids: [String], by api: APICaller) async throws {
        for id in ids {
            try await eventually("a worker has seen every request") { try await api.show(id)["status"] != "queued" }
        }
    }
}
