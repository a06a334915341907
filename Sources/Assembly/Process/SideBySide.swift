import ServiceLifecycle

/// What a process runs: services, and the supports that these services need.
///
/// On graceful shutdown all services drain side by side. When the last service has returned, all supports end side by
/// side. So a draining service has its supports until it returns. The first error of a service or support ends
/// everything at once.
struct SideBySide: Service {
    let services: [any Service]
    let supports: [Support]

    func run() async throws {
        try await withThrowingTaskGroup { group in
            for support in supports { group.addTask { try await support.run() } }
            group.addTask {
                try await serve()
                await endSupports()
            }
            // Not `waitForAll`: it throws an error only after all tasks have ended, and supports may never end.
            for try await _ in group {}
        }
    }

    private func serve() async throws {
        try await withThrowingTaskGroup { group in
            for service in services {
                group.addTask {
                    try await service.run()
                    // Without this service, the process would look healthy and do half its work.
                    if !Task.isShuttingDownGracefully { throw EndedEarlyError(service: "\(type(of: service))") }
                }
            }
            for try await _ in group {}
        }
    }

    private func endSupports() async {
        await withDiscardingTaskGroup { group in
            for support in supports { group.addTask { await support.end() } }
        }
    }

    /// A service returned although the process was not stopping.
    struct EndedEarlyError: Error, CustomStringConvertible {
        let service: String

        var description: String { "\(service) ended by itself" }
    }
}
