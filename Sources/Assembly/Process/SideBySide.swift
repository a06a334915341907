import ServiceLifecycle

/// What one process runs: services, and supports that they stand on.
///
/// On graceful shutdown all services drain side by side. When the last has returned the supports end, side by side too:
/// whatever a draining service needs is there until it is done. What throws ends everything at once.
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
            // Not `waitForAll`: it would wait for those that do not end before it told of one that failed.
            for try await _ in group {}
        }
    }

    private func serve() async throws {
        try await withThrowingTaskGroup { group in
            for service in services {
                group.addTask {
                    try await service.run()
                    // Half a process would look well and serve nobody.
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

    /// A service returned although nobody had asked it to.
    struct EndedEarly: Error, CustomStringConvertible {
        let service: String

        var description: String { "\(service) ended by itself" }
    }
}
