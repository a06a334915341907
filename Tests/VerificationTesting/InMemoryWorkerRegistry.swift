import Synchronization
import VerificationCore

/// What all workers share, in memory; each worker has a `seat` of its own at it.
package final class InMemoryWorkerRegistry: WorkerRegistry {
    private struct Worker {
        var seenAt: Timestamp
        var status: WorkerStatus
        var hasLeft = false

        func isSilent(at now: Timestamp) -> Bool { seenAt <= now - GatewayStatuses.workerLease }
    }

    private struct State {
        var workers: [Int64: Worker] = [:]
        var pauses: [WorkQueue: QueuePause] = [:]
        var controls: [String: GatewaySwitch] = [:]
        var notices: [String: (notice: BreakerNotice, at: Timestamp)] = [:]
    }

    package let clock = ManualClock()
    private let state = Mutex(State())

    package init() {}

    /// The way of the worker with this id.
    package func seat(of worker: UInt64) -> WorkerSeat { WorkerSeat(self, worker: worker) }

    package func setWeight(_ weight: Int?, of gateway: String) async throws(StoreError) {
        change(gateway) { GatewaySwitch(weight: weight, isOff: $0.isOff) }
    }

    package func turn(_ gateway: String, isOff: Bool) async throws(StoreError) {
        change(gateway) { GatewaySwitch(weight: $0.weight, isOff: isOff) }
    }

    package func gateways() async throws(StoreError) -> GatewayOverview {
        let now = clock.now
        return state.withLock {
            GatewayOverview(workers: Self.living(in: $0, at: now).count, gateways: Self.entries(of: $0, at: now))
        }
    }

    private func change(_ gateway: String, _ change: (GatewaySwitch) -> GatewaySwitch) {
        state.withLock { $0.controls[gateway] = change($0.controls[gateway] ?? .untouched) }
    }

    package func exchange(_ update: WorkerUpdate, of worker: UInt64) async throws(StoreError) -> RegistryStatus {
        let (now, worker) = (clock.now, Int64(bitPattern: worker))
        return state.withLock { state in
            state.workers[worker] = Worker(seenAt: now, status: update.status)
            for notice in update.gateways.notices {
                let known = state.notices[notice.gateway]?.notice
                if known.map({ notice.isNewer(than: $0) }) ?? true { state.notices[notice.gateway] = (notice, now) }
            }
            let others = Self.living(in: state, at: now).filter { $0 != worker }
            let gateways = GatewayStatuses(
                workers: others.count + 1, position: others.count { $0 < worker },
                gateways: Self.entries(of: state, at: now))
            return RegistryStatus(gateways: gateways, pauses: state.pauses)
        }
    }

    /// Lets a worker count as alive for one more second.
    package func leave(_ worker: UInt64) {
        let worker = Int64(bitPattern: worker)
        let rest = GatewayStatuses.workerLease - .seconds(1)
        state.withLock { state in
            guard let seenAt = state.workers[worker]?.seenAt else { return }
            state.workers[worker]?.seenAt = seenAt - rest
            state.workers[worker]?.hasLeft = true
        }
    }

    private static func living(in state: State, at now: Timestamp) -> [Int64] {
        state.workers.filter { !$0.value.isSilent(at: now) }.map(\.key)
    }

    private static func entries(of state: State, at now: Timestamp) -> [String: GatewayStatuses.Entry] {
        var entries: [String: GatewayStatuses.Entry] = [:]
        for name in Set(state.controls.keys).union(state.notices.keys) {
            let notice = state.notices[name].map { noted in
                BreakerNotice(
                    gateway: name, generation: noted.notice.generation, state: noted.notice.state,
                    remaining: noted.notice.state == .open
                        ? max(.zero, noted.notice.remaining - (now - noted.at)) : .zero,
                    reason: noted.notice.reason)
            }
            entries[name] = GatewayStatuses.Entry(control: state.controls[name] ?? .untouched, notice: notice)
        }
        return entries
    }
}

// MARK: - Pauses of queues, and words of workers

extension InMemoryWorkerRegistry {
    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool) {
        let now = clock.now
        return state.withLock { state in
            if let pause = state.pauses[queue] { return (pause, false) }
            let pause = QueuePause(who: who, reason: reason, since: now)
            state.pauses[queue] = pause
            return (pause, true)
        }
    }

    package func resume(_ queue: WorkQueue) async throws(StoreError) -> QueuePause? {
        state.withLock { $0.pauses.removeValue(forKey: queue) }
    }

    package func workforce() async throws(StoreError) -> Workforce {
        let now = clock.now
        return state.withLock { state in
            let workers = state.workers.filter { !$0.value.hasLeft || !$0.value.isSilent(at: now) }
            let reports = workers.map { id, worker in
                WorkerReport(
                    id: UInt64(bitPattern: id), seenAt: worker.seenAt, isSilent: worker.isSilent(at: now),
                    status: worker.status)
            }
            return Workforce(now: now, workers: reports.sorted(by: Self.comesFirst), pauses: state.pauses)
        }
    }

    private static func comesFirst(_ left: WorkerReport, _ right: WorkerReport) -> Bool {
        func rank(_ report: WorkerReport) -> (String, Timestamp, Int64) {
            let started = report.status?.startedAt ?? Timestamp(microseconds: .max)
            return (report.status?.host ?? "", started, Int64(bitPattern: report.id))
        }
        return rank(left) < rank(right)
    }
}
