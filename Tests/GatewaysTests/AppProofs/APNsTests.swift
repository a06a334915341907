import AccountCore
import Connections
import Crypto
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing
import VerificationCore

@testable import Gateways

@Suite("Apple's push service", .timeLimit(.minutes(10)))
struct APNsTests {
    /// The private key of RFC 7515, appendix A.3.
    private static let secret = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X3fCE9-E9LI"
    private static let now = Timestamp(seconds: 1_767_229_200)

    private static func key() throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: Data(try #require(Base64.decode(secret))))
    }

    /// Lends a file with this text.
    private static func withFile<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
        let file = FileManager.default.temporaryDirectory.appending(path: "verifyd-\(UUID().uuidString).p8")
        try Data(text.utf8).write(to: file)
        let result = Result { try body(file.path) }
        try FileManager.default.removeItem(at: file)
        return try result.get()
    }

    private static func read() throws -> APNsKey {
        try withFile(try key().pemRepresentation) { try APNsKey(file: $0, keyID: "ABC123DEFG", teamID: "DEF123GHIJ") }
    }

    private func push() throws -> SilentPush {
        let device = try #require(DeviceToken(String(repeating: "0f", count: 32)))
        return SilentPush(to: device, of: "com.example.shop", isSandbox: false, receipt: "r", secret: "s")
    }

    private func service(at port: Int, trusting identity: TestIdentity?) throws -> APNs {
        var way = HTTPWay()
        way.trust = TLSProvider.trust(in: identity)
        let host = "localhost:\(port)"
        return APNs(try Self.read(), at: APNs.Hosts(production: host, sandbox: host), by: way) { Self.now }
    }

    @Test("a token says whose it is and since when, and the key's other half proves it")
    func token() throws {
        let text = try #require(try Self.read().token(at: Self.now))
        let parts = text.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let read = parts.map { Base64.decode($0) ?? [] }
        let (header, claims) = (try JSONValue(parsing: read[0]), try JSONValue(parsing: read[1]))
        #expect(header == ["alg": "ES256", "kid": "ABC123DEFG", "typ": "JWT"])
        #expect(claims == ["iss": "DEF123GHIJ", "iat": 1_767_229_200])
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(read[2]))
        #expect(try Self.key().publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
    }

    @Test("a token serves for 40 minutes, and an expired one is replaced at most once a minute")
    func life() throws {
        let token = APNsToken(try Self.read())
        let first = try #require(token.text(at: Self.now))
        for minutes in [0, 20, 39] { #expect(token.text(at: Self.now + .seconds(minutes * 60)) == first) }
        let second = try #require(token.text(at: Self.now + .seconds(40 * 60)))
        #expect(second != first)
        let later = Self.now + .seconds(41 * 60)
        let third = try #require(token.text(insteadOf: second, at: later))
        #expect(third != second && token.text(at: later) == third)
        #expect(token.text(insteadOf: second, at: later) == third, "another push has made it already")
        #expect(token.text(insteadOf: third, at: later + .seconds(59)) == nil)
        #expect(token.text(insteadOf: third, at: later + .seconds(60)) != nil)
        #expect(token.text(at: Self.now) != third, "the clock was set back")
    }

    @Test("a file that is no key is refused with its name and without its content")
    func files() throws {
        let other = P384.Signing.PrivateKey().pemRepresentation
        for text in ["", "not a key", other, try Self.key().publicKey.pemRepresentation] {
            try Self.withFile(text) { file in
                let error = #expect(throws: APNsKeyError.self) {
                    try APNsKey(file: file, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
                }
                let words = try #require(error?.words)
                #expect(words.hasPrefix(file) && words.contains("P-256") && !words.contains("not a key"))
            }
        }
        let missing = #expect(throws: APNsKeyError.self) {
            try APNsKey(file: "/nonexistent/AuthKey.p8", keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        }
        #expect(missing?.words == "/nonexistent/AuthKey.p8 cannot be read")
        let key = try Self.read()
        var shown = "\(key) \(String(reflecting: key))"
        dump(key, to: &shown)
        #expect(!shown.contains("DEFG"))
    }

    @Test("an answer whose body never ends counts by its status, and holds the queue no longer than the limit")
    func endless() async throws {
        let identity = try TestIdentity()
        let endless = try await EndlessAnswers.start(identity)
        let service = try service(at: endless.port, trusting: identity)
        #expect(await service.send(try push(), within: .seconds(5)) == .delivered)
        try await endless.stop()
    }

    @Test("a server without HTTP/2, a stranger's certificate, a silent server and none at all: no push is delivered")
    func faults() async throws {
        let identity = try TestIdentity()
        let plain = try await TLSProvider.start(identity)
        let seconds = Duration.seconds(40)
        let old = try await service(at: plain.port, trusting: identity).send(try push(), within: seconds)
        #expect(old == .busy("no HTTP/2"))
        guard case .busy = try await service(at: plain.port, trusting: nil).send(try push(), within: seconds) else {
            Issue.record("a stranger was trusted")
            return
        }
        #expect(plain.requests.load(ordering: .relaxed) == 1)
        try await plain.stop()
        guard case .busy = try await service(at: plain.port, trusting: identity).send(try push(), within: seconds)
        else {
            Issue.record("nobody has delivered a push")
            return
        }
        let silent = try await TLSProvider.start(nil)
        let (service, push) = (try service(at: silent.port, trusting: identity), try self.push())
        for _ in 1...4 {
            guard case .busy = await service.send(push, within: .milliseconds(50)) else {
                Issue.record("a silent server has delivered a push")
                return
            }
        }
        try await silent.stop()
    }
}
