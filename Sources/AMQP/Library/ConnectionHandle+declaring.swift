import CRabbitMQ

// The broker makes exchanges, queues and bindings that are missing. What exists is used as it is.

extension ConnectionHandle {
    /// Declares what is missing, and returns what exists with other settings.
    ///
    /// A user without the right to make queues and exchanges only learns that they are there, or gets the error 404.
    mutating func declare(_ topology: AMQPTopology) throws(AMQPError) -> [AMQPMismatch] {
        var mismatches: [AMQPMismatch] = []
        for name in topology.topicExchanges {
            if let reason = try declare(exchange: name) { mismatches.append(AMQPMismatch(name: name, reason: reason)) }
        }
        for queue in topology.queues {
            if let reason = try declare(queue) { mismatches.append(AMQPMismatch(name: queue.name, reason: reason)) }
        }
        for binding in topology.bindings { try declare(binding) }
        return mismatches
    }

    /// How the exchange that exists differs from the wanted exchange, quoted from the broker; nil if it does not
    /// differ.
    private mutating func declare(exchange name: String) throws(AMQPError) -> String? {
        try ensure { handle throws(AMQPError) in
            try handle.declare(exchange: name, isPassive: false)
        } orFind: { handle throws(AMQPError) in
            try handle.declare(exchange: name, isPassive: true)
        }
    }

    private mutating func declare(_ queue: AMQPTopology.Queue) throws(AMQPError) -> String? {
        try ensure { handle throws(AMQPError) in
            try handle.make(queue)
        } orFind: { handle throws(AMQPError) in
            _ = try handle.inspect(queue: queue.name)
        }
    }

    /// Makes the binding, if this user may.
    ///
    /// A user without the right to bind cannot ask whether the binding exists. The first mandatory message will tell.
    private mutating func declare(_ binding: AMQPTopology.Binding) throws(AMQPError) {
        _ = try ensure { handle throws(AMQPError) in
            try handle.make(binding)
        } orFind: { _ in
        }
    }

    /// Makes something; when the broker refuses with 403 (no right) or 406 (other settings), looks whether it is there.
    ///
    /// The refusal closes the channel, so the channel is opened again first.
    ///
    /// - Returns: the broker's text when it is there with other settings, or else nil.
    /// - Throws: any other refusal, and what `find` throws.
    private mutating func ensure(
        _ make: (inout ConnectionHandle) throws(AMQPError) -> Void,
        orFind find: (inout ConnectionHandle) throws(AMQPError) -> Void
    ) throws(AMQPError) -> String? {
        let refusal: AMQPError
        do throws(AMQPError) {
            try make(&self)
            return nil
        } catch {
            refusal = error
        }
        let isOtherwise = refusal.code == .refusedByBroker(406)
        guard isOtherwise || refusal.code == .refusedByBroker(403) else { throw refusal }
        try reopenChannel()
        try find(&self)
        return isOtherwise ? refusal.context : nil
    }

    private mutating func declare(exchange name: String, isPassive: Bool) throws(AMQPError) {
        _ = arena.lend { [state] arena in
            amqp_exchange_declare(
                state, ConnectionHandle.channel, arena.bytes(name), arena.bytes("topic"), isPassive ? 1 : 0, 1, 0, 0,
                amqp_empty_table)
        }
        try checkReply("declaring exchange \(name)")
    }

    private mutating func make(_ queue: AMQPTopology.Queue) throws(AMQPError) {
        _ = arena.lend { [state] arena in
            amqp_queue_declare(
                state, ConnectionHandle.channel, arena.bytes(queue.name), 0, 1, 0, 0, arena.table(queue.arguments))
        }
        try checkReply("declaring queue \(queue.name)")
    }

    private mutating func make(_ binding: AMQPTopology.Binding) throws(AMQPError) {
        _ = arena.lend { [state] arena in
            amqp_queue_bind(
                state, ConnectionHandle.channel, arena.bytes(binding.queue), arena.bytes(binding.exchange),
                arena.bytes(binding.routingKey), amqp_empty_table)
        }
        try checkReply("binding queue \(binding.queue) to exchange \(binding.exchange)")
    }
}
