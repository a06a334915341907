import ServiceLifecycle

/// Runs something without an end of its own, and cancels it when the process begins to stop.
struct UntilShutdown: Service {
    private let body: @Sendable () async -> Void

    init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

    func run() async throws {
        await cancelWhenGracefulShutdown(body)
    }
}
