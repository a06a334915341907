import Connections
import Logging
import PostgreSQL
import Synchronization
import VerificationCore

/// Loads the apps again when they have changed, and every 30 s in any case, and says which changes this process knows.
///
/// The maker of a change waits until each process says so; see `SettingsChanges`. A process that cannot say so refuses
/// a revoked key within two seconds all the same, as long as the database answers.
/// - A process tries a failed load again until a load succeeds.
/// - A process notices within 1.5 s when its connection no longer hears of changes. Without a connection that hears of
///   changes, it loads the apps every second.
/// - Many changes at once cause a single load.
struct AppFreshness: Sendable {
    /// Whether a load is due, and why.
    private final class Need: Sendable {
        private struct State {
            /// How many notices of changes came, and how many of them the last successful load includes.
            var (heard, served) = (1, 0)
            /// As `heard` was when the load under way began.
            var loading = 0
            var isHearing = false
            var loadedAt = ContinuousClock.now
        }

        private let state = Mutex(State())

        func heard() {
            state.withLock { state in
                state.heard += 1
                state.isHearing = true
            }
        }

        func deaf() { state.withLock { $0.isHearing = false } }

        func loading() { state.withLock { ($0.loading, $0.loadedAt) = ($0.heard, .now) } }

        func loaded() { state.withLock { $0.served = max($0.served, $0.loading) } }

        var isThere: Bool {
            state.withLock { state in
                let rest = state.isHearing ? AppFreshness.longestRest : .seconds(1)
                return state.served < state.heard || .now - state.loadedAt > rest
            }
        }

        /// Whether every change that was heard of is loaded.
        var isServed: Bool { state.withLock { $0.isHearing && $0.served == $0.heard } }
    }

    private static let longestRest = Duration.seconds(30)
    /// The least pause between two loads, so that a thousand changes a second cause four loads a second at most.
    private static let shortestRest = Duration.milliseconds(250)
    private static let pauses = [100, 200, 400].map(Duration.milliseconds)

    /// What has to follow the operators' switches, and the last of their changes that it follows.
    private final class Follower: Sendable {
        let follow = Mutex<(@Sendable () async -> Bool)?>(nil)
        let followed = Mutex<Int64>(0)
    }

    let loaded: LoadedApps
    private let follower = Follower()
    private let mark = SettingsChanges.mark()
    let configuration: PostgresConfiguration
    let logger: Logger

    init(loaded: LoadedApps, configuration: PostgresConfiguration, logger: Logger) {
        (self.loaded, self.configuration, self.logger) = (loaded, configuration, logger)
    }

    func onSwitches(_ follow: @escaping @Sendable () async -> Bool) { follower.follow.withLock { $0 = follow } }

    /// Keeps the apps fresh until the task is cancelled.
    func keep() async {
        let need = Need()
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { tasks in
            tasks.addTask { await listen(need, waking: wake) }
            tasks.addTask {
                while !Task.isCancelled {
                    wake.yield()
                    try? await ConnectionLoop.sleep(for: .seconds(1))
                }
            }
            var reported: [AppID: String] = [:]
            for await _ in wakes where need.isThere {
                let took = await ContinuousClock().measure { await loadUntilWell(need) }
                await tell(need)
                reported = report(loaded.unreadable, knowing: reported)
                // In a large installation a load takes long. Then the pause is four times as long, up to a second.
                try? await Task.sleep(for: min(.seconds(1), max(Self.shortestRest, took * 4)))
            }
            tasks.cancelAll()
        }
    }

    /// Says which change this process knows now, when it goes by it in all that it does.
    private func tell(_ need: Need) async {
        let numbers = loaded.numbers
        let isBehind = follower.followed.withLock { $0 != numbers[.switches] }
        if isBehind, let follow = follower.follow.withLock({ $0 }) {
            guard await follow() else { return need.heard() }
        }
        follower.followed.withLock { $0 = numbers[.switches] }
        mark.show(numbers.last)
    }

    /// Notes the changes that other processes announce; every new connection asks for a load as well.
    ///
    /// So the process does not miss a change that was made while no connection listened.
    private func listen(_ need: Need, waking wake: AsyncStream<Void>.Continuation) async {
        var configuration = configuration
        configuration.callTimeout = min(configuration.callTimeout, .seconds(1))
        let listener = PostgresListener(
            configuration, channels: [SettingsChanges.channel], heartbeat: .milliseconds(500), mark: mark)
        for await event in listener.events() {
            switch event {
            case .listening, .notification: need.heard()
            case .lost:
                need.deaf()
                loaded.prove(nil)
            case .alive(let moment, let shown):
                // Before a session shows a number, no maker of a change waits for this process.
                if shown != nil, need.isServed { loaded.prove(moment) }
                continue
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
                need.loaded()
                if failures > 0 { logger.notice("apps loaded again") }
                return
            } catch {
                if failures == 0 { say(error) }
                try? await Task.sleep(for: Self.pauses[min(failures, Self.pauses.count - 1)])
                failures += 1
            }
        }
    }

    private func say(_ problem: StoreError) {
        switch problem {
        case .unfit(let words), .unreadable(let words), .broken(let words):
            logger.error("apps not loaded: the database does not fit", metadata: [LogKeys.error: "\(words)"])
        case .unavailable, .inDoubt, .locked, .busy, .keyMissing:
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
