import Testing

/// Backends that ask side by side, each for a new phone with each call, whatever happens meanwhile.
final class SteadyLoad: Sendable {
    private struct State: Sendable {
        var asked = 0
        var accepted: [String] = []
        /// The phones whose requests may be in the queue, although the API could not promise it.
        var unconfirmed: [String] = []
        /// When the latest call began whose request was accepted.
        var lastAcceptedAt = ContinuousClock.now
        var isOver = false
    }

    private let api: APICaller
    private let phones: [String]
    private let state = Watched(State())

    /// Each phone is asked for once, so `phones` has to hold more phones than the callers can ask for.
    init(_ api: APICaller, phones: [String]) {
        self.api = api.impatient
        self.phones = phones
    }

    /// The phones whose requests got a `202`.
    var accepted: [String] { state.value.accepted }

    /// Asks with so many callers while `body` runs, and returns when the last caller has its answer.
    func run(callers: Int, while body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<callers { tasks.addTask { try await self.ask() } }
            do {
                try await body()
                state.change { $0.isOver = true }
            } catch {
                state.change { $0.isOver = true }
                throw error
            }
            try await tasks.waitForAll()
        }
    }

    func accepted(atLeast count: Int) async throws {
        try await state.wait(for: "\(count) accepted requests") { $0.accepted.count >= count }
    }

    /// Returns when the API has accepted a request for which a caller asked at this moment or later.
    func goesOn(until moment: ContinuousClock.Instant) async throws {
        try await state.wait(for: "a request is accepted") { $0.lastAcceptedAt >= moment }
    }

    /// Expects that everybody whose request was accepted got one SMS, that nobody got two, and that no stranger got one.
    func expectOneSMS(each phones: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        let (served, state) = (Set(phones), state.value)
        #expect(served.count == phones.count, "somebody got two", sourceLocation: sourceLocation)
        let forsaken = Set(state.accepted).subtracting(served).sorted()
        #expect(forsaken == [], "of \(state.accepted.count)", sourceLocation: sourceLocation)
        let strangers = served.subtracting(state.accepted + state.unconfirmed).sorted()
        #expect(strangers == [], sourceLocation: sourceLocation)
    }

    /// Never repeats a call that was not accepted: a caller cannot know whether its request is in the queue.
    private func ask() async throws {
        while let phone = next() {
            let askedAt = ContinuousClock.now
            let answer = try await api.start(phone)
            guard answer.status == 202 else {
                if answer.code == "queue-unconfirmed" { state.change { $0.unconfirmed.append(phone) } }
                continue
            }
            state.change { state in
                state.accepted.append(phone)
                state.lastAcceptedAt = max(state.lastAcceptedAt, askedAt)
            }
        }
    }

    private func next() -> String? {
        state.change { state in
            guard !state.isOver, state.asked < self.phones.count else { return nil }
            defer { state.asked += 1 }
            return self.phones[state.asked]
        }
    }
}
