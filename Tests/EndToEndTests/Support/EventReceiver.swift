import NIOCore
import NIOHTTP1
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// An app's endpoint for events, which does what a test tells it: it answers, keeps silent, drips or lies.
final class EventReceiver: Sendable {
    enum Manner: Sendable, Equatable {
        case answer(Int)
        /// A good answer after so many milliseconds.
        case late(Int64)
        case redirect(to: String)
        /// No answer at all.
        case silent
        /// An answer that never ends: a byte of its head now and then.
        case drip
        /// A good status, and then bytes as they come, before the end of the connection.
        case lie(status: Int, length: Int?, body: Int)
        case hangUp
    }

    struct Call: Sendable {
        let path: String
        let headers: HTTPHeaders
        let body: [UInt8]
        /// Read once: while a test waits, each call makes it look at all calls.
        let json: JSONValue?

        init(path: String, headers: HTTPHeaders, body: [UInt8]) {
            (self.path, self.headers, self.body) = (path, headers, body)
            json = try? JSONValue(parsing: body)
        }

        var id: String { headers.first(name: "webhook-id") ?? "" }
        var type: String? { json?["type"]?.string }
        var data: JSONValue? { json?["data"] }
        var sequence: Int64? { data?["sequence"]?.integer }
        var verification: String? { data?["verificationId"]?.string }

        /// Whether the event is of this verification.
        func isOf(_ verification: String) -> Bool { self.verification == verification }

        /// Whether a secret has signed the call.
        func isSigned(by secret: String, now: Timestamp) -> Bool {
            WebhookSignature(secret: secret)?.accepts(
                headers.first(name: "webhook-signature") ?? "", id: id,
                timestamp: headers.first(name: "webhook-timestamp") ?? "", body: body, now: now) ?? false
        }
    }

    struct State: Sendable {
        var manner = Manner.answer(204)
        var calls: [Call] = []
    }

    private let state = Watched(State())
    private let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener()
    }

    var url: String { listener.url + "/events" }

    var calls: [Call] { state.value.calls }

    /// Every call from now on is treated so.
    func behave(_ manner: Manner) { state.change { $0.manner = manner } }

    func open() async throws {
        try await listener.open { pipeline in
            try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
            try pipeline.addHandler(EventReceiverHandler(self))
        }
    }

    func close() async throws {
        try await listener.close()
    }

    /// Waits until the calls so far fulfil a condition, and returns them.
    @discardableResult
    func calls(
        _ what: String, within limit: Duration = .seconds(90), _ condition: @escaping @Sendable ([Call]) -> Bool
    ) async throws -> [Call] {
        try await state.wait(for: what, within: limit) { condition($0.calls) }.calls
    }

    /// The events of a verification, each once, when there are so many different ones.
    func events(of verification: String, _ count: Int) async throws -> [Call] {
        let calls = try await calls("\(count) events of \(verification)") { calls in
            Set(calls.filter { $0.isOf(verification) }.map(\.id)).count >= count
        }
        var seen: Set<String> = []
        return calls.filter { $0.isOf(verification) && seen.insert($0.id).inserted }
    }

    fileprivate func received(_ call: Call) -> Manner {
        state.change { state in
            state.calls.append(call)
            return state.manner
        }
    }
}

/// Writes its answers as bytes, because no encoder would let it lie.
private final class EventReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let receiver: EventReceiver
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ receiver: EventReceiver) {
        self.receiver = receiver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let part): body.append(contentsOf: part.readableBytesView)
        case .end:
            guard let head else { return }
            let call = EventReceiver.Call(path: head.uri, headers: head.headers, body: body)
            carryOut(receiver.received(call), on: context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func carryOut(_ manner: EventReceiver.Manner, on channel: any Channel) {
        switch manner {
        case .answer(let status): write("HTTP/1.1 \(status) X\r\ncontent-length: 0\r\n\r\n", on: channel)
        case .late(let milliseconds):
            channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
                channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 204 X\r\ncontent-length: 0\r\n\r\n"), promise: nil)
            }
        case .redirect(let url):
            write("HTTP/1.1 307 X\r\nlocation: \(url)\r\ncontent-length: 0\r\n\r\n", on: channel)
        case .silent: break
        case .hangUp: channel.close(promise: nil)
        case .drip: drip(on: channel)
        case .lie(let status, let length, let count):
            let promise = length.map { "content-length: \($0)\r\n" } ?? ""
            write("HTTP/1.1 \(status) X\r\n\(promise)\r\n", on: channel)
            let chunk = ByteBuffer(repeating: 0x41, count: min(count, 65_536))
            for _ in 0..<max(1, count / 65_536) { channel.writeAndFlush(chunk, promise: nil) }
            channel.close(promise: nil)
        }
    }

    private func drip(on channel: any Channel) {
        write("HTTP/1.1 200 X\r\nx-slow: ", on: channel)
        channel.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) { task in
            guard channel.isActive else { return task.cancel() }
            channel.writeAndFlush(ByteBuffer(string: "a"), promise: nil)
        }
    }

    private func write(_ text: String, on channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }
}

/// Runs a test with an endpoint that answers 204.
func withReceiver(_ test: (EventReceiver) async throws -> Void) async throws {
    let receiver = try EventReceiver()
    try await receiver.open()
    try await withCleanUp {
        try await test(receiver)
    } cleanUp: {
        try await receiver.close()
    }
}
