import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// What the adapter publishes reaches the SNS that moto plays, which checks each signature as AWS does.
@Suite("SNS, as moto plays it", .timeLimit(.minutes(10)))
struct SNSPeerTests {
    private func gateway(_ key: JSONValue, secret: String? = nil) throws -> HTTPGateway<SNS> {
        let account = try #require(key["account"]?.string)
        let secret = try secret ?? #require(key["secret"]?.string)
        var settings = SNSSettings(
            access: AWSAccess(region: "eu-west-1", account: account, secret: Secret(secret)))
        settings.url = try #require(key["url"]?.string)
        settings.sender = "Demo"
        return try HTTPGateway(
            name: "sns", provider: try SNS(settings), connections: 4, now: { Timestamp(seconds: 1_767_323_045) })
    }

    @Test("every text reaches SNS letter by letter, under the id of the answer")
    func texts() async throws {
        try await PythonPeer.with("sns.py") { moto in
            let gateway = try gateway(try await moto.hear())
            var expected: [JSONValue] = []
            for (number, text) in PeerText.all.enumerated() {
                let message = OutgoingMessage.sample(number, text: text)
                guard case .accepted(let id?) = await gateway.send(message, deadline: .seconds(60)) else {
                    Issue.record("not accepted: \(text)")
                    continue
                }
                expected.append(["id": .string(id), "to": .string(message.phone.e164), "text": .string(text)])
            }
            #expect(try await moto.ask([:]) == .array(expected))
            await gateway.shutdown()
        }
    }

    @Test("a wrong secret is this gateway's fault, and nothing reaches SNS")
    func wrongSecret() async throws {
        try await PythonPeer.with("sns.py") { moto in
            let gateway = try gateway(try await moto.hear(), secret: "not-the-secret")
            let outcome = await gateway.send(.sample(), deadline: .seconds(60))
            #expect(outcome == .refused(reason: "signature-does-not-match", .byThisGateway))
            #expect(try await moto.ask([:]) == [])
            await gateway.shutdown()
        }
    }
}
