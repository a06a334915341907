import ServiceLifecycle

/// What services need, for example a connection: it starts together with the services and ends after them.
struct Support: Sendable {
    private let body: @Sendable () async throws -> Void
    private let onEnd: (@Sendable () async -> Void)?
    private let over = AsyncStream.makeStream(of: Never.self)

    /// `onEnd`: makes `body` return; when nil, `end` cancels `body` instead.
    init(onEnd: (@Sendable () async -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
        self.onEnd = onEnd
    }

    /// Returns when `body` has returned, which may be before `end`.
    ///
    /// Throws the error of `body`, unless `end` has cancelled `body`.
    func run() async throws {
        guard onEnd == nil else { return try await body() }
        try await withThrowingTaskGroup { group in
            group.addTask { try await body() }
            group.addTask { for await _ in over.stream {} }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Makes `run` return; each call runs `onEnd` once.
    func end() async {
        await onEnd?()
        over.continuation.finish()
    }
}

/// What the roles of a process have put together so far.
struct ProcessParts {
    private(set) var services: [any Service] = []
    private(set) var supports: [Support] = []
    var vitals = Vitals()

    mutating func add(services: [any Service] = [], supports: [Support] = [], vitals: Vitals = Vitals()) {
        self.services += services
        self.supports += supports
        self.vitals += vitals
    }
}
