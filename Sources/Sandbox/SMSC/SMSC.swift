import NIOCore
import NIOPosix
import SMPP
import Synchronization

/// The sandbox's SMPP 3.4 protocol: an SMSC that takes messages and delivers receipts.
package final class SMSC: Sendable {
    /// How many senders may be connected; further connections are closed at once.
    private static let mostConnections = 100
    /// After this silence of a sender the SMSC asks whether it is there, and after it once more hangs up.
    private static let idleTime = TimeAmount.seconds(60)
    /// How long the connections may take to end in order.
    private static let farewell = TimeAmount.seconds(5)

    private struct Connection {
        let handler: NIOLoopBound<SMSCHandler>
        let channel: any Channel
        var takesReceipts = false
    }

    private struct State {
        var listener: (any Channel)?
        var connections: [Int: Connection] = [:]
        var lastConnection = 0
        var isEnding = false
    }

    let provider: SandboxProvider
    let accounts: SandboxAccounts
    private let state = Mutex(State())
    private let jobs: AsyncStream<@Sendable () async -> Void>
    private let lastJob: AsyncStream<@Sendable () async -> Void>.Continuation

    package init(provider: SandboxProvider, accounts: SandboxAccounts) {
        self.provider = provider
        self.accounts = accounts
        // Each connection has at most `SMSCConversation.mostOpen` jobs.
        (jobs, lastJob) = AsyncStream.makeStream()
    }

    /// Begins to listen; messages are taken while `run` is under way.
    ///
    /// - Parameters:
    ///   - host: An address or a name of this machine.
    ///   - port: 0 for any free port.
    /// - Returns: the port.
    /// - Throws: what keeps the system from listening there.
    package func listen(host: String, port: Int) async throws -> Int {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.connected(channel) }
            }
            .bind(host: host, port: port).get()
        state.withLock { $0.listener = listener }
        return listener.localAddress?.port ?? port
    }

    /// Takes messages until `shutDown`; call it once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await job() } }
        }
    }

    /// Takes no further connection and message, answers the messages under way, and says goodbye to all senders.
    package func shutDown() async {
        let (listener, connections) = state.withLock { state in
            state.isEnding = true
            return (state.listener, Array(state.connections.values))
        }
        // The only error says that it is closed already.
        try? await listener?.close().get()
        for connection in connections {
            connection.handler.eventLoop.execute { connection.handler.value.finish() }
            // A sender that does not answer must not hold up the end of the process.
            connection.handler.eventLoop.scheduleTask(in: Self.farewell) { connection.channel.close(promise: nil) }
        }
        for connection in connections {
            // However it closed, it is closed.
            try? await connection.channel.closeFuture.get()
        }
        lastJob.finish()
    }
}

// MARK: What the connections report

extension SMSC {
    private func connected(_ channel: any Channel) throws {
        let number = state.withLock { state -> Int? in
            guard !state.isEnding, state.connections.count < Self.mostConnections else { return nil }
            state.lastConnection += 1
            return state.lastConnection
        }
        guard let number else { return channel.close(promise: nil) }
        let handler = SMSCHandler(self, connection: number)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(readTimeout: Self.idleTime))
        try pipeline.addHandler(ByteToMessageHandler(PDUFrameDecoder()))
        try pipeline.addHandler(handler)
        let connection = Connection(
            handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), channel: channel)
        state.withLock { $0.connections[number] = connection }
    }

    func left(_ number: Int) {
        state.withLock { _ = $0.connections.removeValue(forKey: number) }
    }

    func bound(_ number: Int, as role: BindRole) {
        state.withLock { $0.connections[number]?.takesReceipts = role != .transmitter }
    }

    /// Takes a message that cannot be answered at once.
    func take(
        _ draft: SandboxMessage.Draft, of message: SubmitMessage,
        answer: @escaping @Sendable (SandboxVerdict) -> Void
    ) {
        lastJob.yield {
            answer(
                await self.provider.take(draft) { content in
                    guard message.wantsReceipt(of: content.status) else { return .notWanted }
                    return await self.deliver(message.receipt(content))
                })
        }
    }

    /// Delivers a receipt over any connection that takes receipts; senders share one account.
    private func deliver(_ message: DeliverMessage) async -> ReceiptEnd {
        let connection = state.withLock { $0.connections.values.first { $0.takesReceipts } }
        guard let connection else { return .failed }
        let promise = connection.handler.eventLoop.makePromise(of: Bool.self)
        connection.handler.eventLoop.execute { connection.handler.value.deliver(message, promise: promise) }
        // The promise never fails.
        return (try? await promise.futureResult.get()) == true ? .told : .failed
    }
}
