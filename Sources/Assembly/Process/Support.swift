/// Something that services stand on, such as a connection: it runs from before them until after them.
struct Support: Sendable {
    private let body: @Sendable () async throws -> Void
    private let onEnd: (@Sendable () async -> Void)?
    private let over = AsyncStream.makeStream(of: Never.self)

    /// `onEnd` makes `body` return; without it `body` is cancelled.
    init(onEnd: (@Sendable () async -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
        self.onEnd = onEnd
    }

    /// Returns after `end`, or before it when the body has nothing left to do.
    func run() async throws {
        guard onEnd == nil else { return try await body() }
        try await withThrowingTaskGroup { group in
            group.addTask { try await body() }
            group.addTask { for await _ in over.stream {} }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Lets `run` return; a second call does nothing.
    func end() async {
        await onEnd?()
        over.continuation.finish()
    }
}
