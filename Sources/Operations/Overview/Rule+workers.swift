import VerificationCore

/// Rules about workers: whether some take requests, and what keeps the others from it.
extension Rule {
    /// A worker that does not reach the database is silent, so a worker that says that it is held up does not fit it.
    func workersHeld(_ situation: Situation) -> Judgement.RuleFinding? {
        let (held, all) = (situation.heldWorkers, situation.workersAtWork)
        guard !held.isEmpty, !situation.areWorkersComing else { return nil }
        let cause = "the database's schema or its grants do not fit, or it does not answer"
        let isAll = held.count == all.count
        let takes = held.count == 1 ? "takes" : "take"
        let inHand = held.reduce(0) { $0 + ($1.status?.inHand ?? 0) }
        return Judgement.RuleFinding(
            isAll ? .down : .degraded, by: self,
            sentence: isAll
                ? "No codes are sent: no worker takes requests, because \(cause)."
                : "\(held.count) of \(all.count) workers \(takes) no requests, because \(cause). The others take them.",
            measure: "\(held.count) of \(all.count) workers held up, \(inHand) requests in flight: "
                + held.map(\.name).joined(separator: ", "),
            subjects: Set(held.map { String($0.id, radix: 16) }))
    }

    /// The broker keeps the consumer of a frozen worker for a while; the database hears nothing from it at once.
    func noWorkers(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let consumers = situation.consumers, situation.pause(of: .requests) == nil,
            !situation.areWorkersComing
        else { return nil }
        let waiting = "\(situation.ready(in: .requests) ?? 0) requests waiting"
        if consumers == 0 {
            return Judgement.RuleFinding(
                .down, by: self, sentence: "No codes are sent: no worker takes requests.",
                measure: "0 consumers, \(waiting)",
                since: situation.workersGoneAt)
        }
        // What the broker has handed to a silent worker is in no count.
        guard let workforce = situation.workers.current, workforce.living.isEmpty else { return nil }
        let count = consumers == 1 ? "1 consumer" : "\(consumers) consumers"
        return Judgement.RuleFinding(
            .down, by: self, sentence: "No codes are sent: all workers are unresponsive.",
            measure: "\(count) at the broker, no heartbeat from a worker, \(waiting), "
                + "and how many are in flight is not known",
            since: situation.lastHeardAt)
    }

    /// The broker hands the requests of a frozen worker to others only when it misses the worker itself.
    func workerSilent(_ situation: Situation) -> Judgement.RuleFinding? {
        let silent = situation.silentHolders
        guard !silent.isEmpty, let living = situation.workers.current?.living.count, living > 0,
            !situation.areWorkersComing
        else { return nil }
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence:
                "\(silent.count == 1 ? "A worker is unresponsive" : "Workers are unresponsive") and may hold requests"
                + ": other workers get these when the broker drops its connection.",
            measure: "\(situation.consumers ?? 0) consumers at the broker, \(living) with a heartbeat; unresponsive: "
                + silent.map(\.name).joined(separator: ", "),
            since: silent.map(\.seenAt).min(), subjects: Set(silent.map { String($0.id, radix: 16) }))
    }
}

extension Situation {
    /// When a worker was heard last; nil when none is known.
    var lastHeardAt: Timestamp? { workers.current?.workers.map(\.seenAt).max() }

    /// The living workers that are not about to end.
    var workersAtWork: [WorkerReport] {
        (workers.current?.living ?? []).filter { $0.status?.activity != .stopping }
    }

    /// The workers that take nothing because of the database.
    var heldWorkers: [WorkerReport] {
        workersAtWork.filter { worker in
            worker.status.map { $0.activity == .heldUp && at - $0.startedAt >= Rule.Limits.young } ?? false
        }
    }
}

extension WorkerReport {
    /// For people, for example `host-1, process 4711`; by its number where a worker of an earlier release says no more.
    package var name: String {
        status.map { "\($0.host), process \($0.processID)" } ?? "worker \(String(id, radix: 16))"
    }
}
