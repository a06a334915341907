import AMQP
import HTTPService
import Logging
import PhoneNumbers
import Queue
import ServiceLifecycle
import Store
import Telemetry
import VerificationCore
import Verifications

/// What every surface needs that starts and checks verifications for callers; a process has it once.
struct CallerAssembly {
    let ports: VerificationPorts
    let supports: [Support]
    let vitals: Vitals
    private let publisher: AMQPJobPublisher
    let watch: StatusWatch

    init(_ adapters: Adapters) throws {
        let (store, apps, gate) = (adapters.store.verifications, adapters.apps, adapters.store.gate)
        let publisher = adapters.makePublisher(of: .requests)
        let (keyRing, codeKeys) = (
            try adapters.settings.value(of: CodeSettings.keys), PostgresCodeKeyRegister(pool: adapters.pool)
        )
        let codeKeyUse = CodeKeyUse(of: keyRing.currentName, in: codeKeys, logger: adapters.telemetry.logger)
        let watch = StatusWatch(store)
        self.publisher = publisher
        self.watch = watch
        ports = VerificationPorts(
            queue: publisher, store: store, gate: CallGate(refusal: { gate.refusal }, hear: gate.hear),
            ids: RequestIDs(keyRing: keyRing, codeKeys: codeKeys, random: Machine.random), phones: adapters.phones,
            facts: adapters.telemetry.facts(of: .calls(countries: Set(adapters.phones.plan.regions))),
            blocks: { apps.blocks }, now: adapters.now)
        supports = [
            Support { await publisher.run() },
            Support { await codeKeyUse.run() },
        ]
        // Without the database callers still start verifications, and without the broker they still check codes.
        // So a load balancer must not stop using the instance while either of them answers.
        vitals = Vitals(
            checks: [
                ReadinessCheck("apps") { apps.isLoaded },
                ReadinessCheck("queue", failedStatus: { publisher.state.alarm.map { "blocked: \($0)" } ?? "failed" }) {
                    publisher.isReady
                },
            ],
            needs: [["apps"], ["queue", "database"]], hasStarted: [{ apps.isLoaded }],
            readings: [{ [Adapters.connectionReading("publishing", isUp: publisher.isReady)] }])
    }

    /// Answers callers who wait as soon as the process is asked to stop.
    var endOfWaits: OnShutdown {
        OnShutdown {
            publisher.endWaits()
            await watch.close()
        }
    }
}
