import AccountCore
import Accounts
import GatewayKit
import ServiceLifecycle

/// Serves the Firebase surface as long as its mode fits the installation; throws a `SettingsError` when it does not.
///
/// An emulator listens when the database has said that production never served with it, and ends when production begins to.
struct SurfaceService: Service {
    /// What an operator reads of an emulator that may not serve.
    static let refusal = SettingsError(
        "identity.mode=emulator is refused, because the surface has served in production with this database: an emulator "
            + "would open people's accounts to anyone. Set \(DatabaseSettings.url.name) to a database of its own")

    let mode: IdentityMode
    let use: SurfaceUse
    let listener: Listener

    func run() async throws {
        switch mode {
        case .production: try await serve { await use.markProduction() }
        case .emulator:
            guard try await mayServe() else { return }
            try await serve {
                // Cancelled when the server has ended.
                guard (try? await use.untilProduction()) != nil else { return }
                throw Self.refusal
            }
        }
    }

    /// False when the process stops before the database has answered.
    private func mayServe() async throws -> Bool {
        let answer = await cancelWhenGracefulShutdown { [use] in try? await use.isOfProduction() }
        if answer == true { throw Self.refusal }
        return answer != nil
    }

    /// Serves until the process stops, or until `watch` throws.
    private func serve(beside watch: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await listener.run()
                return true
            }
            group.addTask {
                try await watch()
                return false
            }
            for try await isServer in group where isServer { group.cancelAll() }
        }
    }
}
