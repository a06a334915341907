import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TestSupport
import Testing

/// Twilio's side of these tests: it takes messages, and tells by signed callbacks what became of them.
final class TwilioStandIn: Sendable {
    /// A message as Twilio has it.
    struct Message: Sendable {
        let sid: String
        let phone: String
        let text: String
        /// The URL that came with the message.
        let callback: String
    }

    /// What happens between a message's arrival and the answer to it.
    typealias Interlude = @Sendable (Message) async throws -> Void

    private struct State {
        var messages: [Message] = []
        var interlude: Interlude?
    }

    /// Where the world reaches the API, says the operator; the test's calls go to the API itself.
    let publicURL = "https://verify.example"

    private let token = UUID().uuidString
    private let state = Watched(State())
    private let socket: ReservedPort
    private let listener = Watched<(any Channel)?>(nil)
    private let client: HTTPClient

    private init(_ client: HTTPClient) throws {
        socket = try ReservedPort()
        self.client = client
    }

    /// Lends a stand-in that listens, and ends it, also if `body` fails.
    static func with(_ body: (TwilioStandIn) async throws -> Void) async throws {
        let client = HTTPClient(eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton))
        try await withCleanUp {
            let twilio = try TwilioStandIn(client)
            try await twilio.open()
            try await body(twilio)
            try await twilio.listener.value?.close()
        } cleanUp: {
            try await client.shutdown()
        }
    }

    /// What a process is told so that it sends through this stand-in.
    var settings: [String] {
        [
            "gateway.kind=twilio", "gateway.url=http://127.0.0.1:\(socket.port)", "gateway.account=AC0123",
            "gateway.secret=\(token)", "gateway.sender=+15005550006", "receipts.url=\(publicURL)",
        ]
    }

    /// The same for an entry of a list of gateways.
    var entry: String {
        """
        kind: twilio, url: "http://127.0.0.1:\(socket.port)", account: AC0123, secret: "\(token)", sender: "+15005550006"
        """
    }

    /// In the order of arrival.
    var messages: [Message] { state.value.messages }

    func messages(atLeast count: Int) async throws -> [Message] {
        try await state.wait(for: "\(count) messages", within: .seconds(90)) { $0.messages.count >= count }.messages
    }

    /// From now on this happens before each answer.
    func beforeAnswers(_ interlude: @escaping Interlude) { state.change { $0.interlude = interlude } }

    /// Tells the API what became of a message, and returns the status of the API's answer.
    ///
    /// `isForged`: signs with another account's token.
    func tell(
        _ api: APICaller, _ message: Message, _ status: String, error: Int? = nil, isForged: Bool = false
    ) async throws -> Int {
        var fields = ["MessageSid": message.sid, "MessageStatus": status, "To": message.phone]
        fields["ErrorCode"] = error.map { "\($0)" }
        let path = message.callback.dropFirst(publicURL.count)
        var request = HTTPClientRequest(url: api.base + path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        request.headers.add(name: "x-twilio-signature", value: sign(message.callback, fields, isForged))
        var form = URLComponents()
        form.queryItems = fields.map { URLQueryItem(name: $0, value: $1) }
        let body = (form.percentEncodedQuery ?? "").replacing("+", with: "%2B")
        request.body = .bytes(ByteBuffer(string: body))
        return Int(try await client.execute(request, timeout: .seconds(60)).status.code)
    }

    /// Tells it until it is taken, as a provider does: the queue may be away for a moment.
    func tellUntilTaken(_ api: APICaller, _ message: Message, _ status: String, error: Int? = nil) async throws {
        try await eventually("the receipt is taken") {
            let answer = try await self.tell(api, message, status, error: error)
            #expect(answer == 200 || answer == 503)
            return answer == 200
        }
    }

    private func sign(_ url: String, _ fields: [String: String], _ isForged: Bool) -> String {
        let content = url + fields.sorted { $0.key < $1.key }.map { $0.key + $0.value }.joined()
        let key = SymmetricKey(data: Data((isForged ? "another" : token).utf8))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(content.utf8), using: key)
        return Data(code).base64EncodedString()
    }

    private func open() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(TwilioStandInHandler(self))
                }
            }
            .withBoundSocket(socket.takeDescriptor()).get()
        listener.change { $0 = channel }
    }

    /// Takes a message, and returns its id after the interlude; nil for what is no message.
    fileprivate func took(_ body: [UInt8]) async -> String? {
        var form = URLComponents()
        form.percentEncodedQuery = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
        let fields = Dictionary((form.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        guard let phone = fields["To"], let text = fields["Body"], let callback = fields["StatusCallback"] else {
            return nil
        }
        let message = Message(sid: "SM\(UUID().uuidString)", phone: phone, text: text, callback: callback)
        let interlude = state.change { state in
            state.messages.append(message)
            return state.interlude
        }
        do {
            try await interlude?(message)
        } catch {
            // The message then fails, and the test with it.
            return nil
        }
        return message.sid
    }
}

private final class TwilioStandInHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let twilio: TwilioStandIn
    private var body: [UInt8] = []

    init(_ twilio: TwilioStandIn) { self.twilio = twilio }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: body = []
        case .body(let part): body.append(contentsOf: part.readableBytesView)
        case .end: answer(body, on: context.channel)
        }
    }

    private func answer(_ body: [UInt8], on channel: any Channel) {
        let twilio = twilio
        channel.eventLoop.makeFutureWithTask { await twilio.took(body) }
            .whenSuccess { Self.respond($0, on: channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private static func respond(_ sid: String?, on channel: any Channel) {
        let text = sid.map { #"{"sid":"\#($0)","status":"queued"}"# } ?? #"{"code":21211}"#
        let head = HTTPResponseHead(
            version: .http1_1, status: sid == nil ? .badRequest : .created,
            headers: ["content-type": "application/json", "content-length": String(text.utf8.count)])
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
}
