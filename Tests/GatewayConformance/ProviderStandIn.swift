import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A provider's HTTP server that behaves as badly as it is told: what it answers are raw bytes.
public final class ProviderStandIn: Sendable {
    private struct State {
        var answer: @Sendable (StandInRequest) -> StandInAnswer = { _ in .silence }
        var early: String?
        var requests: [StandInRequest] = []
        var connections = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// Threads of its own, as another process would have: it answers while the client is still busy.
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 2)

    private let state = Mutex(State())
    private let listener: Mutex<(any Channel)?> = Mutex(nil)

    private init() {}

    /// Listens on a free port of this machine, and answers every request alike.
    public static func start(_ answer: StandInAnswer = .silence) async throws -> ProviderStandIn {
        let receiver = ProviderStandIn()
        receiver.answer(answer)
        let channel = try await ServerBootstrap(group: threads)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(HTTPRequestDecoder()), StandInHandler(receiver))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.listener.withLock { $0 = channel }
        return receiver
    }

    /// For example `http://127.0.0.1:40123/sms`.
    public var url: String { "http://127.0.0.1:\(port)/sms" }

    /// Where it listens.
    public var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }

    /// Every request so far that arrived whole.
    public var requests: [StandInRequest] { state.withLock { $0.requests } }

    /// How many connections were made so far.
    public var connections: Int { state.withLock { $0.connections } }

    /// Sets what every request from now on gets.
    public func answer(_ answer: StandInAnswer) {
        var early: String?
        if case .early(let bytes) = answer { early = bytes }
        state.withLock { [early] state in
            state.answer = { _ in answer }
            state.early = early
        }
    }

    /// The same, by what the request holds.
    public func answer(by words: @escaping @Sendable (StandInRequest) -> StandInAnswer) {
        state.withLock { state in
            state.answer = words
            state.early = nil
        }
    }

    /// Returns once so many requests have arrived.
    public func requests(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.requests.count < count { state.watchers.append((count, continuation)) }
                return state.requests.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Listens no longer: from now on connections are refused.
    public func stop() async throws {
        try await listener.withLock { $0 }?.close().get()
    }

    /// What is answered before the rest of a request is there.
    fileprivate var earlyBytes: String? { state.withLock { $0.early } }

    fileprivate func connected() {
        state.withLock { $0.connections += 1 }
    }

    fileprivate func received(_ request: StandInRequest) -> StandInAnswer {
        let (answer, reached) = state.withLock { state in
            state.requests.append(request)
            let reached = state.watchers.filter { $0.count <= state.requests.count }
            state.watchers.removeAll { $0.count <= state.requests.count }
            return (state.answer, reached)
        }
        for watcher in reached { watcher.continuation.resume() }
        return answer(request)
    }
}

private final class StandInHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let receiver: ProviderStandIn
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ receiver: ProviderStandIn) {
        self.receiver = receiver
    }

    func channelActive(context: ChannelHandlerContext) { receiver.connected() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            if let bytes = receiver.earlyBytes {
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil)
            }
        case .body(let part): body.append(contentsOf: part.readableBytesView)
        case .end:
            guard let head else { return }
            let request = StandInRequest(
                method: head.method.rawValue, uri: head.uri, headers: head.headers.map { ($0.name, $0.value) },
                body: body)
            body = []
            carryOut(receiver.received(request), on: context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func carryOut(_ answer: StandInAnswer, on channel: any Channel) {
        switch answer {
        case .bytes(let bytes):
            channel.writeAndFlush(ByteBuffer(string: bytes), promise: nil)
        case .lastBytes(let bytes):
            channel.writeAndFlush(ByteBuffer(string: bytes)).whenComplete { _ in channel.close(promise: nil) }
        case .drip(let bytes, let pause):
            channel.writeAndFlush(ByteBuffer(string: bytes), promise: nil)
            channel.eventLoop.scheduleRepeatedTask(initialDelay: TimeAmount(pause), delay: TimeAmount(pause)) { task in
                if !channel.isActive { return task.cancel() }
                channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
            }
        case .longBody(let size):
            channel.write(ByteBuffer(string: "HTTP/1.1 200 OK\r\ncontent-length: \(size)\r\n\r\n"), promise: nil)
            channel.writeAndFlush(ByteBuffer(repeating: 0x78, count: size), promise: nil)
        case .silence:
            break
        case .early:
            channel.close(promise: nil)
        }
    }
}
