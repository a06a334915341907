import ServiceLifecycle

/// Acts once, when the process begins to stop.
struct OnShutdown: Service {
    private let act: @Sendable () async -> Void

    init(_ act: @escaping @Sendable () async -> Void) { self.act = act }

    func run() async throws {
        try await gracefulShutdown()
        await act()
    }
}
