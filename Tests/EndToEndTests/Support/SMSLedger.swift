import Glibc
import NIOCore
import NIOHTTP1
import StrictJSON
import Testing
import VerificationCore

/// The gateway of these tests: it receives the webhook's calls, and counts every SMS that may have left.
final class SMSLedger: Sendable {
    /// One call of the webhook.
    struct Call: Sendable {
        let phone: String
        let code: String
        let text: String
        let mayBeDuplicate: Bool
        /// Whether the ledger refused the call at once, so that it is no SMS.
        var isRefused: Bool
        let arrivedAt = ContinuousClock.now
    }

    enum Answer: Sendable, Equatable {
        case status(Int)
        /// No answer until `release`.
        case hold
        /// No answer, and the end of the connection.
        case hangUp
    }

    struct State: Sendable {
        var calls: [Call] = []
        var answer = Answer.status(200)
        var held: [@Sendable (Int) -> Void] = []

        var sms: [Call] { calls.filter { !$0.isRefused } }
    }

    private let state = Watched(State())
    private let listener: LoopbackListener

    /// Takes a port, which refuses connections until `open`.
    init() throws {
        listener = try LoopbackListener()
    }

    var url: String { listener.url + "/sms" }

    /// What may have reached a phone.
    var sms: [Call] { state.value.sms }

    var calls: [Call] { state.value.calls }

    /// Begins to listen.
    func open() async throws {
        try await listener.open { pipeline in
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(SMSLedgerHandler(self))
        }
    }

    func close() async throws {
        try await listener.close()
    }

    /// Sets the answer to every call from now on.
    func answer(_ answer: Answer) {
        state.change { $0.answer = answer }
    }

    /// Answers the held calls, and all later calls, with this status.
    func release(_ status: Int = 200) {
        let held = state.change { state in
            defer { state.held = [] }
            state.answer = .status(status)
            return state.held
        }
        for answer in held { answer(status) }
    }

    @discardableResult
    func sms(atLeast count: Int, within limit: Duration = .seconds(90)) async throws -> [Call] {
        try await state.wait(for: "\(count) SMS", within: limit) { $0.sms.count >= count }.sms
    }

    func calls(atLeast count: Int) async throws {
        try await state.wait(for: "\(count) calls of the gateway") { $0.calls.count >= count }
    }

    /// The code of the only SMS that a phone has got.
    func onlyCode(of phone: String) throws -> String {
        let codes = sms.filter { $0.phone == phone }.map(\.code)
        try #require(codes.count == 1, "\(codes.count) SMS")
        return codes[0]
    }

    /// Whether each of these phones has got exactly one SMS, and no other phone has got any.
    func hasOneSMS(for phones: [String]) -> Bool { sms.map(\.phone).sorted() == phones.sorted() }

    fileprivate func received(_ body: [UInt8], _ respond: @escaping @Sendable (Int) -> Void) -> Answer {
        state.change { state in
            let answer = state.answer
            var isRefused = false
            if case .status(let status) = answer { isRefused = status >= 300 }
            if let call = Call(body, isRefused: isRefused) { state.calls.append(call) }
            if answer == .hold { state.held.append(respond) }
            return answer
        }
    }
}

extension SMSLedger.Call {
    fileprivate init?(_ body: [UInt8], isRefused: Bool) {
        guard let data = (try? JSONValue(parsing: body))?["data"], let phone = data["to"]?.string,
            let code = data["code"]?.string, let text = data["text"]?.string
        else { return nil }
        self.init(
            phone: phone, code: code, text: text, mayBeDuplicate: data["may_be_duplicate"]?.bool ?? false,
            isRefused: isRefused)
    }
}

private final class SMSLedgerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let ledger: SMSLedger
    private var body: [UInt8] = []

    init(_ ledger: SMSLedger) {
        self.ledger = ledger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: body = []
        case .body(let part): body.append(contentsOf: part.readableBytesView)
        case .end: carryOut(on: context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func carryOut(on channel: any Channel) {
        let respond: @Sendable (Int) -> Void = { status in Self.respond(status, on: channel) }
        switch ledger.received(body, respond) {
        case .status(let status): respond(status)
        case .hangUp: channel.close(promise: nil)
        case .hold: break
        }
    }

    private static func respond(_ status: Int, on channel: any Channel) {
        let text = #"{"id":"sms-1"}"#
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: status),
            headers: ["content-type": "application/json", "content-length": String(text.utf8.count)])
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
}
