import ServiceLifecycle

/// Runs a body that does not end by itself, and cancels it when the process begins to stop.
struct UntilShutdown: Service {
    private let body: @Sendable () async -> Void

    init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

    func run() async throws {
        await cancelWhenGracefulShutdown(body)
    }
}
