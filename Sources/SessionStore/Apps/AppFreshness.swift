import ConnectionSupport
import Logging
import PostgreSQL
import Synchronization
import VerificationCore

/// Loads the apps again when they have changed, and every 30 s in any case.
///
/// Every process refuses a revoked key within two seconds, as long as the database answers.
/// - A process tries a failed load again until a load succeeds.
/// - A process notices within 1.5 s when its connection no longer hears of changes. Without a connection that hears of
///   changes, it loads the apps every second.
/// - Many changes at once cause a single load.
struct AppFreshness: Sendable {
    /// Whether a load is due, and why.
    private final class Need: Sendable {
        private let state = Mutex((isStale: true, isHearing: false, loadedAt: ContinuousClock.now))

        func heard() { state.withLock { ($0.isStale, $0.isHearing) = (true, true) } }

        func deaf() { state.withLock { $0.isHearing = false } }

        func loading() { state.withLock { ($0.isStale, $0.loadedAt) = (false, .now) } }

        var isThere: Bool {
            state.withLock { state in
                state.isStale || .now - state.loadedAt > (state.isHearing ? AppFreshness.longestRest : .seconds(1))
            }
        }
    }

    private static let longestRest = Duration.seconds(30)
    /// The least pause between two loads, so that a thousand changes a second cause four loads a second at most.
    private static let shortestRest = Duration.milliseconds(250)
    private static let pauses = [100, 200, 400].map(Duration.milliseconds)

    let loaded: LoadedApps
    let configuration: PostgresConfiguration
    let logger: Logger

    /// Keeps the apps fresh until the task is cancelled.
    func keep() async {
        let need = Need()
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { tasks in
            tasks.addTask { await listen(need, wake) }
            tasks.addTask {
                while !Task.isCancelled {
                    wake.yield()
                    try? await ConnectionLoop.sleep(for: .seconds(1))
                }
            }
            var reported: [AppID: String] = [:]
            for await _ in wakes where need.isThere {
                let took = await ContinuousClock().measure { await loadUntilWell(need) }
                reported = report(loaded.unreadable, knowing: reported)
                // In a large installation a load takes long. Then the pause is four times as long, up to a second.
                try? await Task.sleep(for: min(.seconds(1), max(Self.shortestRest, took * 4)))
            }
            tasks.cancelAll()
        }
    }

    /// Notes the changes that other processes tell of; every new connection asks for a load as well.
    ///
    /// So the process does not miss a change that was made while no connection listened.
    private func listen(_ need: Need, _ wake: AsyncStream<Void>.Continuation) async {
        var configuration = configuration
        configuration.callTimeout = min(configuration.callTimeout, .seconds(1))
        let listener = PostgresListener(
            configuration, channels: [AppRegistry.channel], heartbeat: .milliseconds(500))
        for await event in listener.events() {
            switch event {
            case .listening, .notification: need.heard()
            case .lost: need.deaf()
            }
            wake.yield()
        }
    }

    private func loadUntilWell(_ need: Need) async {
        var failures = 0
        while !Task.isCancelled {
            need.loading()
            do {
                try await loaded.load()
                if failures > 0 { logger.notice("apps loaded again") }
                return
            } catch {
                if failures == 0 { say(error) }
                try? await Task.sleep(for: Self.pauses[min(failures, Self.pauses.count - 1)])
                failures += 1
            }
        }
    }

    private func say(_ problem: StoreProblem) {
        switch problem {
        case .unfit(let words), .unreadable(let words), .broken(let words):
            logger.error("apps not loaded: the database does not fit", metadata: [LogKeys.error: "\(words)"])
        case .unavailable, .inDoubt, .locked, .busy:
            logger.warning("apps not loaded; tried again until it works", metadata: [LogKeys.error: "\(problem)"])
        }
    }

    private func report(_ unreadable: [AppID: String], knowing reported: [AppID: String]) -> [AppID: String] {
        for (app, problem) in unreadable where reported[app] != problem {
            logger.error(
                "an app cannot be read; its requests wait",
                metadata: [LogKeys.app: "\(app)", LogKeys.error: "\(problem)"])
        }
        for app in reported.keys where unreadable[app] == nil {
            logger.notice("an app can be read again", metadata: [LogKeys.app: "\(app)"])
        }
        return unreadable
    }
}
