import ServiceLifecycle

/// Runs something that lasts as long as the process, and ends it on graceful shutdown.
struct BackgroundService: Service {
    let name: String
    private let body: @Sendable () async -> Void
    private let onShutdown: (@Sendable () async -> Void)?

    /// `onShutdown` makes `body` return; without it `body` is cancelled.
    init(
        _ name: String, onShutdown: (@Sendable () async -> Void)? = nil, _ body: @escaping @Sendable () async -> Void
    ) {
        self.name = name
        self.body = body
        self.onShutdown = onShutdown
    }

    func run() async throws {
        guard let onShutdown else {
            await cancelWhenGracefulShutdown { await body() }
            return
        }
        await withGracefulShutdownHandler {
            await body()
        } onGracefulShutdown: {
            Task { await onShutdown() }
        }
    }
}
