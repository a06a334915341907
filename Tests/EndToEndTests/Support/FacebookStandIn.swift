import Foundation
import NIOCore
import NIOHTTP1
import StrictJSON
import TestSupport
import Testing

/// Facebook's side of these tests: its Graph, which knows some access tokens, and its keys, which PyJWT has made.
final class FacebookStandIn: Sendable {
    static let app = "1234567890"

    /// A person with an account at Facebook.
    struct Person: Sendable {
        let id: String
        let name: String
        let email: String

        var accessToken: String { "EAAB\(id)" }
    }

    private let listener: LoopbackListener
    private let people: [Person]
    private let keys = Watched<JSONValue>(.null)

    private init(_ people: [Person]) throws { (listener, self.people) = (try LoopbackListener(), people) }

    /// Lends a stand-in that listens, and ends it, also if `body` fails.
    static func with(_ people: [Person], _ body: (FacebookStandIn) async throws -> Void) async throws {
        let facebook = try FacebookStandIn(people)
        try await facebook.listener.open { pipeline in
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(FacebookStandInHandler(facebook))
        }
        let result = await Result.catching { try await body(facebook) }
        try await facebook.listener.close()
        try result.get()
    }

    /// What an operator says of Facebook, as the article shows it, and where the stand-in is.
    func options(secretFile: URL) -> [String] {
        [
            "--provider", "facebook.com", "--client-id", Self.app, "--client-secret-file", secretFile.path,
            "--provider-keys", listener.url + "/keys", "--provider-service", listener.url,
        ]
    }

    /// Signs ID tokens with new keys; each is for a person and a hashed nonce.
    func idTokens(_ people: [(person: Person, nonce: String?)]) async throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let tokens = people.map { person, nonce -> JSONValue in
            var claims: [JSONObject.Member] = [
                .init(key: "sub", value: .string(person.id)), .init(key: "name", value: .string(person.name)),
                .init(key: "email", value: .string(person.email)),
            ]
            if let nonce { claims.append(.init(key: "nonce", value: .string(nonce))) }
            return .object(JSONObject(claims))
        }
        let job: JSONObject = ["app": .string(Self.app), "tokens": .array(tokens)]
        let output = try await ChildProcess.run(
            URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON")),
            [
                "-B", folder.appending(path: "Python/facebook_tokens.py").path,
                String(decoding: JSONValue.object(job).serialized, as: UTF8.self),
            ], environment: [:])
        let made = try JSONValue(parsing: output)
        let set = try #require(made["keys"])
        keys.change { $0 = set }
        return try #require(made["tokens"]?.array).compactMap(\.string)
    }

    /// What Facebook answers to a GET of this address.
    fileprivate func answer(to uri: String) -> JSONValue? {
        let parts = URLComponents(string: uri)
        let query = Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        switch parts?.path {
        case "/keys": return keys.value
        case "/debug_token": return about(query["input_token"])
        case "/me":
            guard let person = people.first(where: { $0.accessToken == query["access_token"] }) else { return nil }
            return ["id": .string(person.id), "name": .string(person.name), "email": .string(person.email)]
        default: return nil
        }
    }

    private func about(_ token: String?) -> JSONValue {
        guard let person = people.first(where: { $0.accessToken == token }) else {
            return ["data": ["is_valid": false, "error": ["code": 190]]]
        }
        return [
            "data": [
                "is_valid": true, "type": "USER", "app_id": .string(Self.app), "user_id": .string(person.id),
                "expires_at": 0,
            ]
        ]
    }
}

private final class FacebookStandInHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let facebook: FacebookStandIn
    private var uri = ""

    init(_ facebook: FacebookStandIn) { self.facebook = facebook }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): uri = head.uri
        case .body: break
        case .end:
            let answer = facebook.answer(to: uri)
            let text = String(decoding: (answer ?? ["error": ["code": 100]]).serialized, as: UTF8.self)
            let head = HTTPResponseHead(
                version: .http1_1, status: answer == nil ? .badRequest : .ok,
                headers: ["content-type": "application/json", "content-length": String(text.utf8.count)])
            let channel = context.channel
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
