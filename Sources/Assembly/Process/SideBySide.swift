import ServiceLifecycle

/// What one process runs: services, and supports that they stand on.
///
/// On graceful shutdown all services drain side by side. The supports end, side by side too, when the last service has
/// returned: a service that drains has what it needs until it is done. An error of any of them ends everything at once.
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
            // Not `waitForAll`: a failure would be told only after the supports that never end.
            for try await _ in group {}
        }
    }

    private func serve() async throws {
        try await withThrowingTaskGroup { group in
            for service in services {
                group.addTask {
                    try await service.run()
                    // A process without one of its services would look well and do half its work.
                    if !Task.isShuttingDownGracefully { throw EndedEarly(service: "\(type(of: service))") }
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
    struct EndedEarly: Error, CustomStringConvertible {
        let service: String

        var description: String { "\(service) ended by itself" }
    }
}
