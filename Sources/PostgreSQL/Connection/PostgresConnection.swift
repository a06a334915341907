import Connections
import Synchronization

/// One connection to the server, in pipeline mode; carries one batch at a time.
///
/// It lives on the loop that all connections share, and never waits inside libpq. The loop calls it when there is
/// something to read or room to write. Looking up a host's name is done before, by `HostLookup`.
actor PostgresConnection {
    enum Signal: Sendable {
        case notification(channel: String, payload: String)
        /// Comes once, and nothing comes after it.
        case closed(PostgresError)
    }

    nonisolated let loop: ConnectionLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Whether the connection can still be used; the pool reads it without waiting for the loop.
    nonisolated let isOpen = Atomic(true)
    /// The number of the server process that serves the connection; 0 before it is open.
    nonisolated let serverProcess = Atomic<Int32>(0)

    private let onSignal: @Sendable (PostgresConnection, Signal) -> Void
    var link = LibpqConnection()
    var watch: SocketWatch?
    var timer: LoopTimer?
    private var statements: StatementCache
    private var exchange: Exchange?

    /// - Parameters:
    ///   - loop: whose thread serves the connection.
    ///   - statementLimit: how many statements stay prepared.
    ///   - onSignal: called on the loop's thread; it must not block.
    init(
        on loop: ConnectionLoop, statementLimit: Int,
        onSignal: @escaping @Sendable (PostgresConnection, Signal) -> Void
    ) {
        self.loop = loop
        statements = StatementCache(limit: statementLimit)
        self.onSignal = onSignal
    }

    /// Sends a batch and returns what its statements returned.
    ///
    /// Without an answer by `deadline` the connection is destroyed, and the error says whether the work may be
    /// committed. Cancelling the task changes nothing: the call still waits for an answer until `deadline`.
    nonisolated func perform(
        _ batch: Batch, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [PostgresRows] {
        let result = await withCheckedContinuation { continuation in
            let exchange = Exchange(batch: batch, deadline: deadline, caller: continuation)
            loop.async { self.assumeIsolated { $0.begin(exchange) } }
        }
        return try result.get()
    }

    /// Closes the connection, and fails a batch in flight; a second call does nothing.
    nonisolated func close() {
        loop.async {
            self.assumeIsolated { $0.end(.unavailable("the connection was closed"), isOrderly: true) }
        }
    }
}

// MARK: - One batch

extension PostgresConnection {
    private func begin(_ next: Exchange) {
        guard exchange == nil else { return next.fail(.misuse("two calls at the same time on one connection")) }
        guard next.deadline > .now else {
            return next.fail(PostgresError(.deadline, context: "nothing was sent"))
        }
        // Finds out now whether the connection broke while it was idle: then it is certain that nothing was sent.
        receive()
        guard isOpen.load(ordering: .relaxed) else {
            return next.fail(
                PostgresError(.unavailable, context: "the connection was lost", remedy: .anotherConnection))
        }
        exchange = next
        timer?.ring(noLaterThan: next.deadline)
        send()
    }

    private func send() {
        guard let batch = exchange?.batch else { return }
        var steps: [PipelineReader<PostgresRows>.Step] = []
        guard sendDeallocations(&steps), sendStatements(batch.statements, into: &steps), link.sendSync() else {
            return link.isBroken ? lose() : end(.misuse("libpq refused a statement: \(link.errorMessage)"))
        }
        exchange?.reader = PipelineReader(steps: steps)
        flush()
    }

    /// Only outside a transaction: the server runs no statement in a failed transaction.
    private func sendDeallocations(_ steps: inout [PipelineReader<PostgresRows>.Step]) -> Bool {
        guard !statements.condemned.isEmpty, link.isIdleOutsideTransaction else { return true }
        for name in statements.condemned {
            guard link.sendUnprepared("deallocate \(name)") else { return false }
            steps.append(.deallocate(name: name))
        }
        return true
    }

    private func sendStatements(_ batch: [SQL], into steps: inout [PipelineReader<PostgresRows>.Step]) -> Bool {
        for (index, statement) in batch.enumerated() {
            let name: String
            switch statements.use(statement.key) {
            case .prepared(let known):
                name = known
            case .unprepared(let new):
                name = new
                guard link.sendPrepare(name: name, text: statement.text, types: statement.parameters.types)
                else { return false }
                steps.append(.prepare(statement.key))
            }
            guard link.sendExecute(name: name, statement.parameters) else { return false }
            steps.append(.execute(index))
        }
        return true
    }

    private func flush() {
        switch link.flush() {
        case .done:
            watch?.stopWriting()
        case .incomplete:
            watch?.startWriting { [weak self] in self?.assumeIsolated { $0.flush() } }
        case .failed:
            lose()
        }
    }

    /// Called when the socket is readable, and before a batch is sent.
    func receive() {
        guard isOpen.load(ordering: .relaxed) else { return }
        guard link.consumeInput() else { return lose() }
        while exchange != nil, !link.isBusy {
            guard let verdict = exchange?.reader.receive(link.nextResult()), !link.isBroken else { return lose() }
            switch verdict {
            case .more: continue
            case .complete: complete()
            case .ended: return lose()
            case .confused: return lose("the server's answers do not fit what was sent")
            }
        }
        while let (channel, payload) = link.nextNotification() {
            onSignal(self, .notification(channel: channel, payload: payload))
        }
        if link.isBroken { lose() }
    }

    private func complete() {
        guard let done = exchange else { return }
        settleStatements(done.reader)
        if let failure = done.reader.failure {
            return refuse(done, because: failure.report)
        }
        exchange = nil
        guard !done.batch.isSelfContained || link.isIdleOutsideTransaction else {
            let error = PostgresError.misuse("a transaction was begun outside of `transaction`")
            end(error)
            return done.fail(error)
        }
        done.caller.resume(returning: .success(done.reader.answers))
    }

    private func settleStatements(_ reader: PipelineReader<PostgresRows>) {
        for case .deallocate(let name) in reader.completedSteps { statements.deallocated(name) }
        for case .prepare(let key) in reader.unfinishedSteps { statements.discard(key) }
    }

    /// The server refused a statement.
    ///
    /// If only a prepared statement was out of date, and the whole transaction was in this batch, the batch is sent
    /// once more. The caller does not notice.
    private func refuse(_ done: Exchange, because report: ServerReport) {
        if report.wantsPreparation { forget(done, after: report) }
        if report.wantsPreparation, done.batch.isSelfContained, !done.isSecondTry, done.deadline > .now {
            exchange?.isSecondTry = true
            return send()
        }
        exchange = nil
        if report.endsUsefulness { end(.unavailable("the server has become read-only")) }
        let statement = done.reader.failedStatement.map { "statement \($0 + 1) of \(done.batch.statements.count)" }
        done.fail(report.error.at(statement ?? "at commit"))
    }

    private func forget(_ done: Exchange, after report: ServerReport) {
        if let statement = done.reader.failedStatement, report.sqlState != ServerReport.unknownStatement {
            statements.condemn(done.batch.statements[statement].key)
        } else {
            statements.forgetAll()
        }
    }
}

// MARK: - The end

extension PostgresConnection {
    /// A deadline has passed: of the batch in flight, or of an earlier batch that ended in time.
    func timerRang() {
        guard let late = exchange else { return }
        guard late.deadline <= .now else {
            timer?.ring(noLaterThan: late.deadline)
            return
        }
        exchange = nil
        let doubt = late.batch.leavesDoubt(refused: late.refusal)
        let error = PostgresError(
            doubt ? .outcomeUnknown(.deadline) : .deadline, context: "the server did not answer; its connection is cut")
        end(error)
        late.fail(error)
    }

    /// The connection broke.
    private func lose(_ why: String? = nil) {
        let report = exchange?.reader.failure?.report
        let message = report?.printableMessage ?? why ?? link.errorMessage
        let context = message.isEmpty ? "the connection was lost" : "the connection was lost: \(message)"
        let lost = exchange
        exchange = nil
        end(.unavailable(context))
        guard let lost else { return }
        if lost.batch.leavesDoubt(refused: lost.refusal) {
            lost.fail(PostgresError(.outcomeUnknown(.connectionLost), context: context))
        } else {
            lost.fail(PostgresError(.unavailable, context: context, remedy: .anotherConnection))
        }
    }

    /// Destroys the connection; a second call does nothing.
    ///
    /// Nothing in here can block. Only an orderly end without a batch in flight tells the server. Otherwise
    /// the socket is shut down first, so that the rest of the batch is not sent.
    func end(_ error: PostgresError, isOrderly: Bool = false) {
        guard isOpen.exchange(false, ordering: .sequentiallyConsistent) else { return }
        if !isOrderly || exchange != nil { link.cut() }
        exchange?.fail(error)
        exchange = nil
        watch = nil
        timer = nil
        link.close()
        onSignal(self, .closed(error))
    }
}
