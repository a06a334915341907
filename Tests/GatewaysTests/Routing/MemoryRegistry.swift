import Gateways
import Synchronization
import VerificationCore
import VerificationTesting

/// A registry in memory, which keeps time by a clock that a test moves.
final class MemoryRegistry: Sendable {
    private struct State {
        var heard: [Int: SteppingClock.Instant] = [:]
        var controls: [String: GatewaySwitch] = [:]
        var notices: [String: (notice: BreakerNotice, ends: SteppingClock.Instant)] = [:]
    }

    let clock: SteppingClock
    private let state = Mutex(State())

    init(_ clock: SteppingClock) { self.clock = clock }

    /// What an operator says.
    func put(_ control: GatewaySwitch, of gateway: String) { state.withLock { $0.controls[gateway] = control } }

    /// The exchange of one worker.
    func exchange(_ update: GatewayUpdate, of worker: Int) -> GatewayStatuses {
        let now = clock.now
        return state.withLock { state in
            state.heard[worker] = now
            state.heard = state.heard.filter { $0.value.duration(to: now) < GatewayStatuses.workerLease }
            for notice in update.notices {
                let known = state.notices[notice.gateway]?.notice
                if let known, !notice.isNewer(than: known) { continue }
                state.notices[notice.gateway] = (notice, now.advanced(by: notice.remaining))
            }
            let names = Set(state.controls.keys).union(state.notices.keys)
            var gateways: [String: GatewayStatuses.Entry] = [:]
            for name in names {
                let notice = state.notices[name].map { notice, ends in
                    notice.with(remaining: max(.zero, now.duration(to: ends)))
                }
                gateways[name] = .init(control: state.controls[name] ?? .untouched, notice: notice)
            }
            let position = state.heard.keys.sorted().firstIndex(of: worker) ?? 0
            return GatewayStatuses(workers: state.heard.count, position: position, gateways: gateways)
        }
    }
}

extension BreakerNotice {
    fileprivate func with(remaining: Duration) -> BreakerNotice {
        BreakerNotice(
            gateway: gateway, generation: generation, state: state, remaining: remaining, reason: reason)
    }
}

extension RoutedGateways where PaceClock == SteppingClock {
    /// One round with the registry.
    func exchange(with registry: MemoryRegistry, as worker: Int = 0) {
        apply(registry.exchange(update(), of: worker), askedAt: registry.clock.now)
    }
}
