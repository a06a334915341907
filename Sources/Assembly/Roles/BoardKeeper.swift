import ConnectionSupport
import Logging
import SMSGateways
import SessionStore
import Synchronization
import Telemetry
import VerificationCore

/// Tells all workers, once a second, what this worker knows of its gateways, and follows what all workers know.
///
/// While the database is away, everything stays as it was last. The gate logs that the database is away.
final class BoardKeeper: Sendable {
    private let board: PostgresGatewayBoard
    private let routes: RoutedGateways<ContinuousClock>
    private let logger: Logger
    private let last = Mutex((state: GatewayBoardState(), news: GatewayNews(notices: [])))

    init(_ adapters: Adapters, _ routes: RoutedGateways<ContinuousClock>) {
        board = PostgresGatewayBoard(pool: adapters.pool, worker: Machine.random())
        logger = adapters.logger
        self.routes = routes
    }

    /// Runs until its task is cancelled; then the worker leaves the board.
    ///
    /// It has to outlive the worker's last call, because the other workers leave a living worker its share of a pace.
    func run() async {
        while !Task.isCancelled {
            let askedAt = ContinuousClock.now
            let news = routes.news()
            last.withLock { $0.news = news }
            // The next exchange tells again what this exchange could not.
            if let state = try? await board.exchange(news) { follow(state, askedAt: askedAt) }
            try? await ConnectionLoop.sleep(for: askedAt + .seconds(1) - .now)
        }
        // A cancelled task could not ask the database any more. Without this word the others wait 5 s.
        _ = await Task { [board] in try? await board.leave() }.value
    }

    /// Whether each gateway's breaker is open, as this worker knew it at its last exchange: 1 or 0.
    var readings: [MetricReading] {
        let (state, news) = last.withLock { $0 }
        // The board may be away; then only this worker's news tell of its breakers.
        let own = Dictionary(news.notices.map { ($0.gateway, $0) }) { first, _ in first }
        return routes.gateways.map { gateway in
            let notice = own[gateway.name] ?? state.gateways[gateway.name]?.notice
            return MetricReading(
                "verifyd_gateway_breaker_open", .gauge, [("gateway", gateway.name)], notice?.state == .open ? 1 : 0)
        }
    }

    private func follow(_ state: GatewayBoardState, askedAt: ContinuousClock.Instant) {
        routes.apply(state, askedAt: askedAt)
        let earlier = last.withLock { last in
            // The board knows this worker's news now.
            defer { last = (state, GatewayNews(notices: [])) }
            return last.state
        }
        for change in state.changes(since: earlier) { log(change) }
    }

    private func log(_ change: BoardChange) {
        switch change {
        case .opened(let gateway, let reason):
            logger.warning(
                "the gateway fails; messages take other gateways, or wait",
                metadata: [LogKeys.gateway: "\(gateway)", LogKeys.reason: "\(reason)"])
        case .closed(let gateway):
            logger.notice("the gateway works again", metadata: [LogKeys.gateway: "\(gateway)"])
        case .switchedOff(let gateway):
            logger.notice("an operator has switched the gateway off", metadata: [LogKeys.gateway: "\(gateway)"])
        case .switchedOn(let gateway):
            logger.notice("an operator has switched the gateway on", metadata: [LogKeys.gateway: "\(gateway)"])
        case .weighted(let gateway, let weight):
            logger.notice(
                "an operator has changed the gateway's weight",
                metadata: [LogKeys.gateway: "\(gateway)", LogKeys.weight: "\(weight.map { "\($0)" } ?? "default")"])
        }
    }
}
