import AccountCore
import Connections
import GatewayConformance
import Gateways
import Synchronization
import TestSupport
import Testing
import VerificationCore

@Suite("Asking a captcha's provider", .timeLimit(.minutes(10)))
struct SiteVerifyTests {
    private func question(
        at url: String, _ provider: CaptchaProvider = .turnstile, from address: String? = nil
    ) throws -> CaptchaQuestion {
        var site = try #require(
            CaptchaSite(provider, siteKey: "key-1", secret: SealedCode(keyName: "k1", bytes: [1])))
        let isSet = site.setVerifyURL(url)
        #expect(isSet)
        return CaptchaQuestion("a+b &c=é", of: site, secret: "s&cret+", from: address.flatMap { IPAddress($0) })
    }

    private func failure(after answer: StandInAnswer, within limit: Duration? = nil) async throws -> CaptchaError? {
        let server = try await ProviderStandIn.start(answer)
        let question = try question(at: server.url)
        var failure: CaptchaError?
        do throws(CaptchaError) {
            _ = try await SiteVerify(within: limit).ask(question)
        } catch {
            failure = error
        }
        #expect(server.requests.count <= 1)
        try await server.stop()
        return failure
    }

    @Test("one form has the secret, the response, the person's address, and the site key where the provider wants it")
    func form() async throws {
        let server = try await ProviderStandIn.start(.json(200, #"{"success":true,"hostname":"shop.example"}"#))
        let questions = [
            try question(at: server.url, .hcaptcha, from: "203.0.113.7"), try question(at: server.url, .recaptcha),
        ]
        for question in questions {
            let answer = try await SiteVerify().ask(question)
            #expect(answer.isSuccess && answer.hostname == "shop.example")
        }
        try await server.stop()
        let requests = server.requests
        #expect(requests.map(\.method) == ["POST", "POST"] && server.connections == 2)
        #expect(requests[0].header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true)
        let plain = ["secret": "s&cret+", "response": "a+b &c=é"]
        #expect(requests[0].form == plain.merging(["remoteip": "203.0.113.7", "sitekey": "key-1"]) { $1 })
        #expect(requests[1].form == plain)
    }

    @Test("what the provider says counts by its words, also where it has a status of its own for a bad question")
    func refusals() async throws {
        for status in [200, 400, 403] {
            let server = try await ProviderStandIn.start(
                .json(status, #"{"success":false,"error-codes":["invalid-input-secret"]}"#))
            let answer = try await SiteVerify().ask(try question(at: server.url))
            #expect(!answer.isSuccess && answer.errors == ["invalid-input-secret"])
            try await server.stop()
        }
    }

    @Test("an answer that is no provider's decides nothing, and a redirect leads nowhere")
    func unusable() async throws {
        let target = try await ProviderStandIn.start(.json(200, #"{"success":true}"#))
        let far = ["location: \(target.url)"]
        let long = #"{"success":true,"cdata":""# + String(repeating: "a", count: 70_000) + #""}"#
        for (answer, words) in [
            (.json(500, #"{"success":true}"#), "status 500"), (.json(503, #"{"success":false}"#), "status 503"),
            (.json(400, #"{"success":true}"#), "status 400"),
            (.json(302, #"{"success":true}"#, headers: far), "status 302"),
            (.json(307, "", headers: far), "status 307"), (.json(201, #"{"success":true}"#), "status 201"),
            (.json(200, "<html>"), "the answer is no provider's"), (.json(200, "[]"), "the answer is no provider's"),
            (.json(200, #"{"success":"yes"}"#), "the answer is no provider's"),
            (.json(200, #"{"success":true,"success":false}"#), "the answer is no provider's"),
            (.json(200, long), "the answer is no provider's"),
        ] as [(StandInAnswer, String)] {
            #expect(try await failure(after: answer) == .unusable(words), "\(words)")
        }
        #expect(target.connections == 0)
        try await target.stop()
    }

    @Test("a silent provider, a slow one and a lost connection end within the question's time")
    func silent() async throws {
        let begun = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"
        try await withTimeEnough { time in
            try await failure(after: .silence, within: time) == .unreachable("timeout")
        }
        try await withTimeEnough { time in
            let slow = try await failure(after: .drip(begun, every: .milliseconds(20)), within: time)
            return slow == .unusable("the answer is no provider's")
        }
        #expect(try await failure(after: .lastBytes("")) == .unreachable("connection-lost"))
        let server = try await ProviderStandIn.start()
        try await server.stop()
        await #expect(throws: CaptchaError.unreachable("connection-refused")) {
            _ = try await SiteVerify().ask(try question(at: server.url))
        }
    }

    @Test("a provider with a stranger's certificate gets no question")
    func certificate() async throws {
        let identity = try TestIdentity()
        let provider = try await TLSProvider.start(identity)
        let question = try question(at: "https://localhost:\(provider.port)/")
        await #expect(throws: CaptchaError.unreachable("tls-failed")) { _ = try await SiteVerify().ask(question) }
        #expect(provider.requests.load(ordering: .relaxed) == 0)
        var way = HTTPWay()
        way.trust = TLSProvider.trust(in: identity)
        // The stand-in answers with an empty object, which says nothing about a captcha.
        await #expect(throws: CaptchaError.unusable("the answer is no provider's")) {
            _ = try await SiteVerify(by: way).ask(question)
        }
        try await provider.stop()
    }
}
