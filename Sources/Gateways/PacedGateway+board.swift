import Synchronization
import VerificationCore

extension PacedGateway {
    /// From now on the pace is the pace of all workers together, and no paced call begins before `follow`.
    func share() { door.withLock { $0.line.pace?.share() } }

    /// What the board does not know yet of the breaker.
    func news() -> BreakerNotice? { door.withLock { $0.news(now: clock.now) } }

    /// Follows the board: the operator's switch, other workers' breakers, and this worker's part of the pace.
    ///
    /// `askedAt`: when the exchange began.
    func follow(_ state: GatewayBoardState, askedAt: PaceClock.Instant) {
        let now = clock.now
        door.withLock { door in
            door.follow(state.gateways[name] ?? GatewayBoardState.Entry(), now: now)
            guard let perSecond else { return }
            let interval = PaceShare.interval(
                perSecond: perSecond, workers: state.workers, position: state.position)
            door.line.pace?.follow(interval, isAlone: state.workers == 1, askedAt: askedAt, now: now)
        }
        admit()
    }
}
