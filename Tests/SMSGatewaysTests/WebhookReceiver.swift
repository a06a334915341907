import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import VerificationTesting

/// A webhook's receiver that behaves as badly as it is told: what it answers are raw bytes.
final class WebhookReceiver: Sendable {
    /// One request as it arrived, whole.
    struct Request: Sendable {
        let method: HTTPMethod
        let uri: String
        let headers: HTTPHeaders
        let body: [UInt8]
    }

    /// What happens once a request is there.
    enum Answer: Sendable {
        case bytes(String)
        /// The bytes, and then the end of the connection.
        case lastBytes(String)
        /// The bytes, and then one `x` every so often, for ever.
        case drip(String, every: TimeAmount)
        /// A head that says 200, and then so many bytes of body.
        case longBody(Int)
        case silence
        /// The bytes as soon as the request's head is there, and the end of the connection when its body is.
        case early(String)
    }

    private struct State {
        var answer = Answer.silence
        var requests: [Request] = []
        var connections = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// Threads of its own, as another process would have: it answers while the client is still busy.
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 2)

    private let state = Mutex(State())
    private let listener: Mutex<(any Channel)?> = Mutex(nil)

    /// Listens on a free port of this machine.
    static func start(_ answer: Answer = .json(200, #"{"id":"r-1"}"#)) async throws -> WebhookReceiver {
        let receiver = WebhookReceiver()
        receiver.answer(answer)
        let channel = try await ServerBootstrap(group: threads)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(HTTPRequestDecoder()), WebhookReceiverHandler(receiver))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.listener.withLock { $0 = channel }
        return receiver
    }

    var url: String { "http://127.0.0.1:\(port)/sms" }

    var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }

    /// Every request so far that arrived whole.
    var requests: [Request] { state.withLock { $0.requests } }

    var connections: Int { state.withLock { $0.connections } }

    /// Sets what every request from now on gets.
    func answer(_ answer: Answer) {
        state.withLock { $0.answer = answer }
    }

    func requests(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.requests.count < count { state.watchers.append((count, continuation)) }
                return state.requests.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Listens no longer: from now on connections are refused.
    func stop() async throws {
        try await listener.withLock { $0 }?.close().get()
    }

    /// What is answered before the rest of a request is there.
    fileprivate var earlyBytes: String? {
        guard case .early(let bytes) = state.withLock({ $0.answer }) else { return nil }
        return bytes
    }

    fileprivate func connected() {
        state.withLock { $0.connections += 1 }
    }

    fileprivate func received(_ request: Request) -> Answer {
        let (answer, reached) = state.withLock { state in
            state.requests.append(request)
            let reached = state.watchers.filter { $0.count <= state.requests.count }
            state.watchers.removeAll { $0.count <= state.requests.count }
            return (state.answer, reached)
        }
        for watcher in reached { watcher.continuation.resume() }
        return answer
    }
}

extension WebhookReceiver.Answer {
    static func json(_ status: Int, _ body: String, headers: [String] = []) -> Self {
        let lines = ["HTTP/1.1 \(status) Whatever", "content-type: application/json"] + headers
        return .bytes(lines.joined(separator: "\r\n") + "\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}

private final class WebhookReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let receiver: WebhookReceiver
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ receiver: WebhookReceiver) {
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
            let request = WebhookReceiver.Request(method: head.method, uri: head.uri, headers: head.headers, body: body)
            body = []
            carryOut(receiver.received(request), on: context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func carryOut(_ answer: WebhookReceiver.Answer, on channel: any Channel) {
        switch answer {
        case .bytes(let bytes):
            channel.writeAndFlush(ByteBuffer(string: bytes), promise: nil)
        case .lastBytes(let bytes):
            channel.writeAndFlush(ByteBuffer(string: bytes)).whenComplete { _ in channel.close(promise: nil) }
        case .drip(let bytes, let pause):
            channel.writeAndFlush(ByteBuffer(string: bytes), promise: nil)
            channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { task in
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
