import Logging
import Messages
import VerificationCore

/// What a worker of requests is plugged together from; every part is a port or a pure value.
package struct WorkerPorts: Sendable {
    package var store: any VerificationStore
    package var routes: any GatewayRoutes
    /// Takes the receipts that a test number's scenario makes.
    package var receipts: any JobPublisher
    package var rules: RulesInForce
    package var maker: MessageMaker
    package var telemetry: WorkerTelemetry
    /// The store's clock, as far as this process knows it.
    package var now: @Sendable () -> Timestamp
    /// 64 random bits; need not be fit for secrets.
    package var random: @Sendable () -> UInt64

    package init(
        store: any VerificationStore, routes: any GatewayRoutes, receipts: any JobPublisher,
        rules: RulesInForce, maker: MessageMaker, telemetry: WorkerTelemetry = WorkerTelemetry(),
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64
    ) {
        (self.store, self.routes, self.receipts) = (store, routes, receipts)
        (self.rules, self.maker, self.telemetry) = (rules, maker, telemetry)
        (self.now, self.random) = (now, random)
    }
}

/// The workers of all kinds in a process share one gate before the store.
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
            logger: logger)
    }
}

/// The rules for a worker's decision on a request, as far as the worker knows what operators have set.
package struct RulesInForce: Sendable {
    package var apps: any AppDirectory
    /// Which changes of the apps, of the blocks and of operators' switches this worker knows.
    package var changes: any ChangeKnowledge
    /// Operators' rules on numbers and addresses, from memory.
    package var blocks: @Sendable () -> BlockRules
    /// Whether requests marked as an emulator's are free of limits; where it is false, a worker ignores the mark.
    package let servesEmulator: Bool

    package init(
        apps: any AppDirectory, changes: any ChangeKnowledge,
        blocks: @escaping @Sendable () -> BlockRules = { .none }, servesEmulator: Bool = false
    ) {
        (self.apps, self.changes, self.blocks) = (apps, changes, blocks)
        self.servesEmulator = servesEmulator
    }
}

/// What makes the message of a request: it reads the number, makes or opens the code, and writes the text.
package struct MessageMaker: Sendable {
    package var phones: any PhoneNumberParser
    package var keys: KeyRing
    package var writer: MessageWriter

    package init(phones: any PhoneNumberParser, keys: KeyRing, writer: MessageWriter) {
        (self.phones, self.keys, self.writer) = (phones, keys, writer)
    }
}

/// Who hears what a worker does, and what begins the spans of its deliveries and calls.
///
/// A tracer that is on needs a listener among the facts that ends the spans.
package struct WorkerTelemetry: Sendable {
    package var facts: Facts
    package var tracer: Tracer

    package init(facts: Facts = Facts(), tracer: Tracer = .off) {
        (self.facts, self.tracer) = (facts, tracer)
    }
}
