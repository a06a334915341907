import Synchronization
import VerificationCore

extension InMemoryWorld {
    /// What all workers share.
    struct Workers: Sendable {
        struct Worker: Sendable {
            var seenAt: Timestamp
            var status: WorkerStatus
            var hasLeft = false

            func isSilent(at now: Timestamp) -> Bool { seenAt <= now - GatewayStatuses.workerLease }
        }

        var known: [Int64: Worker] = [:]
        var pauses: [WorkQueue: QueuePause] = [:]
        var controls: [String: GatewaySwitch] = [:]
        var notices: [String: (notice: BreakerNotice, at: Timestamp)] = [:]
    }
}

extension InMemoryWorld: WorkerRegistry {
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
            GatewayOverview(workers: $0.workers.living(at: now).count, gateways: $0.workers.entries(at: now))
        }
    }

    private func change(_ gateway: String, _ change: (GatewaySwitch) -> GatewaySwitch) {
        state.withLock { $0.workers.controls[gateway] = change($0.workers.controls[gateway] ?? .untouched) }
    }

    package func exchange(_ update: WorkerUpdate, of worker: UInt64) async throws(StoreError) -> RegistryStatus {
        let (now, worker) = (clock.now, Int64(bitPattern: worker))
        return state.withLock { state in
            if state.workers.known[worker] == nil { state.note(.workerStarted(update.status)) }
            state.workers.known[worker] = Workers.Worker(seenAt: now, status: update.status)
            for notice in update.gateways.notices {
                let known = state.workers.notices[notice.gateway]?.notice
                if known.map({ notice.isNewer(than: $0) }) ?? true {
                    if notice.state != known?.state ?? .closed { state.note(.breaker(notice, at: now)) }
                    state.workers.notices[notice.gateway] = (notice, now)
                }
            }
            let others = state.workers.living(at: now).filter { $0 != worker }
            let gateways = GatewayStatuses(
                workers: others.count + 1, position: others.count { $0 < worker },
                gateways: state.workers.entries(at: now))
            return RegistryStatus(gateways: gateways, pauses: state.workers.standingPauses(at: now))
        }
    }

    /// Lets a worker count as alive for one more second.
    package func leave(_ worker: UInt64) {
        let worker = Int64(bitPattern: worker)
        let (now, rest) = (clock.now, GatewayStatuses.workerLease - .seconds(1))
        state.withLock { state in
            guard let left = state.workers.known[worker], !left.hasLeft else { return }
            let seenAt = left.seenAt
            state.note(.workerEnded(left.status, at: now))
            state.workers.known[worker]?.seenAt = seenAt - rest
            state.workers.known[worker]?.hasLeft = true
        }
    }
}

extension InMemoryWorld.Workers {
    fileprivate func standingPauses(at now: Timestamp) -> [WorkQueue: QueuePause] {
        pauses.filter { $0.value.holds(at: now) }
    }

    fileprivate func living(at now: Timestamp) -> [Int64] {
        known.filter { !$0.value.isSilent(at: now) }.map(\.key)
    }

    fileprivate func entries(at now: Timestamp) -> [String: GatewayStatuses.Entry] {
        var entries: [String: GatewayStatuses.Entry] = [:]
        for name in Set(controls.keys).union(notices.keys) {
            let notice = notices[name].map { noted in
                BreakerNotice(
                    gateway: name, generation: noted.notice.generation, state: noted.notice.state,
                    remaining: noted.notice.state == .open
                        ? max(.zero, noted.notice.remaining - (now - noted.at)) : .zero,
                    reason: noted.notice.reason)
            }
            entries[name] = GatewayStatuses.Entry(control: controls[name] ?? .untouched, notice: notice)
        }
        return entries
    }
}

extension Mark {
    fileprivate static func workerStarted(_ status: WorkerStatus) -> Mark {
        Mark(at: status.startedAt, kind: .workerStarted, subject: status.host, detail: "version \(status.version)")
    }

    fileprivate static func workerEnded(_ status: WorkerStatus, at now: Timestamp) -> Mark {
        Mark(at: now, kind: .workerEnded, subject: status.host, detail: "version \(status.version)")
    }

    fileprivate static func breaker(_ notice: BreakerNotice, at now: Timestamp) -> Mark {
        let isOpen = notice.state == .open
        return Mark(
            at: now, kind: isOpen ? .breakerOpened : .breakerClosed, subject: notice.gateway,
            detail: isOpen ? notice.reason : "")
    }
}

// MARK: - Pauses of queues, and words of workers

extension InMemoryWorld.State {
    fileprivate mutating func settlePauses(at now: Timestamp) {
        for (queue, pause) in workers.pauses.filter({ !$0.value.holds(at: now) }).sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) {
            workers.pauses[queue] = nil
            let end = pause.until.map { " at \($0.rfc3339)" } ?? ""
            let entry = AuditEntry(
                actor: pause.who, action: .resumeQueue,
                subject: "queue \(queue.rawValue): the pause ended by itself\(end)", reason: pause.reason, result: .done
            )
            audit.append(StoredAudit(number: Int64(audit.count + 1), at: now, entry: entry))
        }
    }
}

extension InMemoryWorld {
    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String, lasting duration: Duration?
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool) {
        let now = clock.now
        return state.withLock { state in
            state.settlePauses(at: now)
            if let pause = state.workers.pauses[queue] { return (pause, false) }
            let pause = QueuePause(who: who, reason: reason, since: now, until: duration.map { now + $0 })
            state.workers.pauses[queue] = pause
            return (pause, true)
        }
    }

    package func resume(_ queue: WorkQueue) async throws(StoreError) -> QueuePause? {
        let now = clock.now
        return state.withLock { state in
            state.settlePauses(at: now)
            return state.workers.pauses.removeValue(forKey: queue)
        }
    }

    package func settlePauses() async throws(StoreError) {
        let now = clock.now
        state.withLock { $0.settlePauses(at: now) }
    }

    package func workforce() async throws(StoreError) -> Workforce {
        let now = clock.now
        return state.withLock { state in
            let workers = state.workers.known.filter { !$0.value.hasLeft || !$0.value.isSilent(at: now) }
            let reports = workers.map { id, worker in
                WorkerReport(
                    id: UInt64(bitPattern: id), seenAt: worker.seenAt, isSilent: worker.isSilent(at: now),
                    status: worker.status)
            }
            return Workforce(
                now: now, workers: reports.sorted(by: Self.comesFirst),
                pauses: state.workers.standingPauses(at: now))
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
