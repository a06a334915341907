import Logging
import VerificationCore

/// The workers of the kinds of jobs; all of a process share one gate before the store.
extension JobWorker {
    /// The worker of requests; with nil it has a gate of its own.
    package convenience init(
        _ ports: WorkerPorts, from inbox: any JobInbox, settings: WorkerTimes = WorkerTimes(), gate: StoreGate? = nil,
        logger: Logger
    ) {
        let gate = gate ?? StoreGate(examine: ports.store.examine, probe: settings.storeProbe, logger: logger)
        self.init(
            of: .requests, from: inbox,
            by: RequestHandler(ports, settings: settings, gate: gate), gate: gate, settings: settings,
            tell: { ports.facts.tell($0, at: ports.now()) }, logger: logger)
    }

    /// The worker of receipts; its gate is the handler's.
    package convenience init(_ receipts: ReceiptHandler, from inbox: any JobInbox, logger: Logger) {
        self.init(
            of: .receipts, from: inbox, by: receipts, gate: receipts.gate, settings: receipts.settings,
            tell: receipts.tell, logger: logger)
    }

    /// The worker of events; `gate` is the gate that the whole process shares.
    package convenience init(
        _ ports: EventPorts, from inbox: any JobInbox, settings: WorkerTimes = WorkerTimes(), gate: StoreGate,
        logger: Logger
    ) {
        let throttle = EndpointThrottle(
            EndpointThrottle.Bounds(prefetch: EventPorts.prefetch), deadline: EventPoster.deadline,
            schedule: ports.schedule)
        self.init(
            of: .events, from: inbox, by: EventPoster(ports: ports, throttle: throttle), gate: gate,
            settings: settings, tell: { ports.facts.tell($0, at: ports.now()) }, logger: logger)
    }
}
