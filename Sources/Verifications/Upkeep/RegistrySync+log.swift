import Logging
import VerificationCore

extension RegistrySync {
    func log(_ queue: WorkQueue, now pause: QueuePause?, earlier: QueuePause?) {
        guard pause != earlier else { return }
        let name = Logger.MetadataValue.string(queue.rawValue)
        if let pause {
            var facts: Logger.Metadata = [
                LogKeys.queue: name, LogKeys.operatorName: "\(pause.who)", LogKeys.reason: "\(pause.reason)",
            ]
            if let until = pause.until { facts[LogKeys.until] = "\(until.rfc3339)" }
            logger.notice("an operator has paused the queue", metadata: facts)
        } else if earlier?.until != nil {
            logger.notice(
                "the queue's pause is over: its end has come, or an operator has ended it",
                metadata: [LogKeys.queue: name])
        } else {
            logger.notice("an operator has resumed the queue", metadata: [LogKeys.queue: name])
        }
    }

    func complain(_ problem: StoreError) {
        logger.warning(
            "nothing is taken yet: the worker could not ask which queues are paused",
            metadata: [LogKeys.error: "\(problem)"])
    }

    func log(_ change: GatewayStatusChange) {
        switch change {
        case .opened(let gateway, let reason):
            logger.warning(
                "the gateway fails; messages take other gateways, or wait",
                metadata: [LogKeys.gateway: "\(gateway)", LogKeys.reason: "\(reason)"])
        case .closed(let gateway):
            logger.notice("the gateway works again", metadata: [LogKeys.gateway: "\(gateway)"])
        case .switchedOff(let gateway):
            logger.notice("an operator has switched the gateway off", metadata: [LogKeys.gateway: "\(gateway)"])
        case .switchedOn(let gateway):
            logger.notice("an operator has switched the gateway on", metadata: [LogKeys.gateway: "\(gateway)"])
        case .weighted(let gateway, let weight):
            logger.notice(
                "an operator has changed the gateway's weight",
                metadata: [LogKeys.gateway: "\(gateway)", LogKeys.weight: "\(weight.map { "\($0)" } ?? "default")"])
        }
    }
}
