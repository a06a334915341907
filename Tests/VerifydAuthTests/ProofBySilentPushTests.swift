import Foundation
import Testing

@testable import VerifydAuth

@Suite("A proof by a silent push", .timeLimit(.minutes(10)))
struct ProofBySilentPushTests {
    private static let device = Data([0x0A, 0xFF, 0x00])

    private func push(_ receipt: String = "receipt", _ secret: String = "secret") -> [AnyHashable: Any] {
        ["aps": ["content-available": 1], "com.google.firebase.auth": ["receipt": receipt, "secret": secret]]
    }

    private func site(
        _ answer: String = #"{"receipt":"receipt","suggestedTimeout":"20"}"#, time: FakeTime = FakeTime(),
        pushing: @escaping @Sendable () -> Void = {}
    ) throws -> ProofServerScript {
        try ProofServerScript(naming: [.silentPush], time: time) { name, _ in
            guard name == "verifyIosClient" else { return .sent }
            pushing()
            return .json(answer)
        }
    }

    private func provider(_ time: FakeTime = FakeTime()) -> SilentPushProof {
        let provider = SilentPushProof(time: time.authTime)
        provider.take(deviceToken: Self.device, of: .sandbox)
        return provider
    }

    private let members = ["iosReceipt": "receipt", "iosSecret": "secret"]

    @Test("waits for the push, which the app hands over, and serves again without another push, also after a restart")
    func good() async throws {
        let (time, provider) = (FakeTime(), SilentPushProof())
        let site = try site(time: time)
        provider.take(deviceToken: Self.device, of: .sandbox)
        let proof = Task { try await provider.proof(for: site.request()) }
        await site.transport.arrivals(atLeast: 1)
        #expect(provider.take(notification: push()))
        #expect(try await proof.value?.members == members)
        #expect(try await provider.proof(for: site.request())?.members == members)
        // A new process has neither the device's token nor a push.
        #expect(try await SilentPushProof().proof(for: site.request())?.members == members)
        let call = try #require(site.calls("verifyIosClient").first)
        #expect(call.body["appToken"] as? String == "0AFF00" && call.body["isSandbox"] as? Bool == true)
        #expect(call.header("X-Ios-Bundle-Identifier") == "com.example.shop")
        #expect(site.calls("verifyIosClient").count == 1)
    }

    @Test("takes a push that is faster than the answer")
    func early() async throws {
        let provider = provider()
        let brought = push()
        let site = try site { [receipt = "receipt"] in
            _ = provider.take(notification: ["com.google.firebase.auth": ["receipt": receipt, "secret": "secret"]])
        }
        #expect(provider.take(notification: brought) && provider.deviceToken == Self.device)
        #expect(try await provider.proof(for: site.request())?.members == members)
        #expect(site.store.read(site.server.configuration.storeKey(for: "push-credential")) != nil)
        await provider.forget()
        #expect(try await provider.proof(for: site.request())?.members == members)
    }

    @Test("is none when the push is late, and a late push serves the next SMS")
    func late() async throws {
        // The server's call has a clock of its own: its deadline would count as the wait for the push.
        let time = FakeTime()
        let (provider, site) = (provider(time), try site())
        let proof = Task { try await provider.proof(for: site.request()) }
        await time.waits(atLeast: 1)
        time.advance(by: 21)
        #expect(try await proof.value == nil)
        #expect(provider.take(notification: push()))
        #expect(try await provider.proof(for: site.request())?.members == members)
        await provider.forget()
        #expect(site.store.read(site.server.configuration.storeKey(for: "push-credential")) == nil)
    }

    @Test("is none without a device token, and where the server sends no push to it")
    func none() async throws {
        let site = try ProofServerScript(naming: nil) { _, _ in .refusal("INVALID_APP_CREDENTIAL") }
        #expect(try await SilentPushProof().proof(for: site.request()) == nil)
        #expect(site.transport.calls.isEmpty)
        #expect(try await provider().proof(for: site.request()) == nil)
        let away = try ProofServerScript(naming: nil) { _, _ in .refusal("OPERATION_NOT_ALLOWED") }
        await #expect(throws: AuthError.self) { _ = try await provider().proof(for: away.request()) }
    }

    @Test("ends at once with the task that waits for it, and the next one waits for its own push")
    func cancelled() async throws {
        let time = FakeTime()
        let (provider, site) = (provider(time), try site(time: time))
        let proof = Task { try await provider.proof(for: site.request()) }
        await time.waits(atLeast: 1)
        proof.cancel()
        await #expect(throws: CancellationError.self) { _ = try await proof.value }
        let next = Task { try await provider.proof(for: site.request()) }
        await site.transport.arrivals(atLeast: 2)
        #expect(provider.take(notification: push()))
        #expect(try await next.value?.members == members)
    }

    @Test("leaves every other notification to the app")
    func others() {
        let provider = provider()
        let text = #"{"receipt":"receipt","secret":"secret"}"#
        #expect(provider.take(notification: ["com.google.firebase.auth": text]))
        let others: [[AnyHashable: Any]] = [
            [:], ["aps": ["alert": "Hello"]], ["com.google.firebase.auth": "no JSON"],
            ["com.google.firebase.auth": ["warning": "a probe"]], ["com.google.firebase.auth": ["receipt": "receipt"]],
            ["com.google.firebase.auth": ["receipt": 1, "secret": 2]], [1: 2],
        ]
        for other in others { #expect(!provider.take(notification: other)) }
    }

    @Test("finds out from the app's provisioning profile which of Apple's services has the device")
    func profile() {
        let entry = "\u{0}binary<plist><key>aps-environment</key>\n<string>WORD</string></plist>"
        for (word, isSandbox) in [("development", true), ("production", false)] {
            let profile = Data(entry.replacingOccurrences(of: "WORD", with: word).utf8)
            #expect(AuthAPNSTokenType.unknown.isSandbox(profile: profile) == isSandbox)
            #expect(!AuthAPNSTokenType.prod.isSandbox(profile: profile))
            #expect(AuthAPNSTokenType.sandbox.isSandbox(profile: profile))
        }
        #expect(!AuthAPNSTokenType.unknown.isSandbox(profile: nil))
    }
}
