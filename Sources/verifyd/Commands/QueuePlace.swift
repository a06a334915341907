import Assembly
import RequestQueue
import VerificationCore

/// An installation's queues and their names.
struct QueuePlace {
    let topology: QueueTopology
    let overview: any QueueOverview
    let dead: any DeadLetters

    init(_ settings: Settings) throws {
        let broker = try settings.broker(role: "verifyd-queues")
        topology = try settings.topology()
        overview = QueueInspector(broker, topology: topology)
        dead = DeadQueue(broker, topology: topology)
    }
}
