import Synchronization
import VerificationCore

/// What all workers share of their gateways, in memory; each worker has a `seat` of its own at it.
package final class InMemoryGatewayBoard: GatewaySwitches {
    private struct State {
        var workers: [Int64: Timestamp] = [:]
        var controls: [String: GatewaySwitch] = [:]
        var notices: [String: (notice: BreakerNotice, at: Timestamp)] = [:]
    }

    package let clock = ManualClock()
    private let state = Mutex(State())

    package init() {}

    /// A worker's way to the board.
    package struct Seat: GatewayBoard {
        let board: InMemoryGatewayBoard
        let worker: Int64

        package func exchange(_ news: GatewayNews) async throws(StoreProblem) -> GatewayBoardState {
            board.exchange(news, of: worker)
        }

        /// Lets the worker count as alive for one more second.
        package func leave() async throws(StoreProblem) { board.leave(worker) }
    }

    /// The way of the worker with this id.
    package func seat(of worker: UInt64) -> Seat { Seat(board: self, worker: Int64(bitPattern: worker)) }

    package func setWeight(_ weight: Int?, of gateway: String) async throws(StoreProblem) {
        change(gateway) { GatewaySwitch(weight: weight, isOff: $0.isOff) }
    }

    package func turn(_ gateway: String, isOff: Bool) async throws(StoreProblem) {
        change(gateway) { GatewaySwitch(weight: $0.weight, isOff: isOff) }
    }

    package func overview() async throws(StoreProblem) -> GatewayOverview {
        let now = clock.now
        return state.withLock {
            GatewayOverview(workers: Self.living(in: $0, at: now).count, gateways: Self.entries(of: $0, at: now))
        }
    }

    private func change(_ gateway: String, _ change: (GatewaySwitch) -> GatewaySwitch) {
        state.withLock { $0.controls[gateway] = change($0.controls[gateway] ?? .untouched) }
    }

    private func exchange(_ news: GatewayNews, of worker: Int64) -> GatewayBoardState {
        let now = clock.now
        return state.withLock { state in
            state.workers[worker] = now
            for notice in news.notices {
                let known = state.notices[notice.gateway]?.notice
                if known.map({ notice.isNewer(than: $0) }) ?? true { state.notices[notice.gateway] = (notice, now) }
            }
            let others = Self.living(in: state, at: now).filter { $0 != worker }
            return GatewayBoardState(
                workers: others.count + 1, position: others.count { $0 < worker },
                gateways: Self.entries(of: state, at: now))
        }
    }

    private func leave(_ worker: Int64) {
        let rest = GatewayBoardState.workerLease - .seconds(1)
        state.withLock { state in state.workers[worker] = state.workers[worker].map { $0 - rest } }
    }

    private static func living(in state: State, at now: Timestamp) -> [Int64] {
        state.workers.filter { $0.value > now - GatewayBoardState.workerLease }.map(\.key)
    }

    private static func entries(of state: State, at now: Timestamp) -> [String: GatewayBoardState.Entry] {
        var entries: [String: GatewayBoardState.Entry] = [:]
        for name in Set(state.controls.keys).union(state.notices.keys) {
            let notice = state.notices[name].map { noted in
                BreakerNotice(
                    gateway: name, generation: noted.notice.generation, state: noted.notice.state,
                    remaining: noted.notice.state == .open
                        ? max(.zero, noted.notice.remaining - (now - noted.at)) : .zero,
                    reason: noted.notice.reason)
            }
            entries[name] = GatewayBoardState.Entry(control: state.controls[name] ?? .untouched, notice: notice)
        }
        return entries
    }
}
