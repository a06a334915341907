import Synchronization
import VerificationCore

extension PacedGateway {
    /// From now on the pace is the pace of all workers together, and no paced call begins before `follow`.
    func share() { admission.withLock { $0.line.pace?.share() } }

    /// What the registry does not know yet of the breaker.
    func pendingNotice() -> BreakerNotice? { admission.withLock { $0.pendingNotice(now: clock.now) } }

    /// Follows the registry: the operator's switch, other workers' breakers, and this worker's part of the pace.
    ///
    /// `askedAt`: when the exchange began.
    func follow(_ state: GatewayStatuses, askedAt: PaceClock.Instant) {
        let now = clock.now
        admission.withLock { admission in
            admission.follow(state.gateways[name] ?? GatewayStatuses.Entry(), now: now)
            guard let perSecond else { return }
            let interval = PaceShare.interval(
                perSecond: perSecond, workers: state.workers, position: state.position)
            admission.line.pace?.follow(interval, isAlone: state.workers == 1, askedAt: askedAt, now: now)
        }
        admit()
    }
}
