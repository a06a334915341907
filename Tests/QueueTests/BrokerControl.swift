import Foundation
import TestSupport
import Testing

/// Does to the broker what an operator or a bad day does, by way of `deploy/services`.
enum BrokerControl {
    case stop, kill, start, freeze, thaw
    /// Has the broker believe that it is out of memory.
    case raiseMemoryAlarm
    case clearMemoryAlarm
    /// Ends every connection; clients may connect again at once.
    case cutConnections
    /// Waits, for a minute at most, until each queue that dead-letters at least once has its worker.
    ///
    /// Such a worker starts with its queue's leader, so after a restart a little later than the broker answers. If its
    /// queue has been deleted by then, RabbitMQ before 3.10.20 starts it once more and then gives up the supervisor of
    /// all workers, until the next restart: from there on, any such queue that is declared loses its leader at once, and
    /// the broker takes no message for it.
    case awaitDeadLettering

    private var arguments: [String] {
        switch self {
        case .stop: ["stop-broker"]
        case .kill: ["kill-broker"]
        case .start: ["start-broker"]
        case .freeze: ["freeze-broker"]
        case .thaw: ["thaw-broker"]
        case .raiseMemoryAlarm: ["rabbitmqctl", "set_vm_memory_high_watermark", "absolute", "1MB"]
        case .clearMemoryAlarm: ["rabbitmqctl", "set_vm_memory_high_watermark", "0.4"]
        case .cutConnections: ["rabbitmqctl", "close_all_connections", "test"]
        case .awaitDeadLettering: ["rabbitmqctl", "eval", Self.deadLetteringWait]
        }
    }

    /// Erlang, for the node to evaluate.
    ///
    /// RabbitMQ tells nobody when such a worker is there. So the node looks ten times a second, for a minute at most.
    ///
    /// A worker tells its state, of which the queue's name comes first, only when it has found its queue.
    private static let deadLetteringWait = """
        Queues = [amqqueue:get_name(Q) || Q <- rabbit_amqqueue:list(),
            lists:keymember(<<"x-dead-letter-strategy">>, 1, amqqueue:get_arguments(Q))],
        Served = fun() -> [catch element(2, sys:get_state(Worker))
            || {_, Worker, _, _} <- supervisor:which_children(rabbit_fifo_dlx_sup)] end,
        Wait = fun Wait(0) -> error(queues_without_worker);
            Wait(Tries) -> case Queues -- Served() of [] -> ok; _ -> timer:sleep(100), Wait(Tries - 1) end end,
        Wait(600).
        """

    /// Returns when it is done.
    static func tell(_ order: BrokerControl) async throws {
        let services = try TestVariable.value(of: "VERIFYD_SERVICES")
        let process = Process()
        process.executableURL = URL(filePath: services)
        process.arguments = order.arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0, "deploy/services \(order.arguments) ended with \(status)")
    }

    /// Runs `body` under a fault, and heals it also if the body fails.
    static func under(_ fault: BrokerControl, healedBy cure: BrokerControl, _ body: () async throws -> Void)
        async throws
    {
        try await tell(fault)
        try await withCleanUp(body) { try await tell(cure) }
    }
}
