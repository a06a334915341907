import Foundation
import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

/// The library of Standard Webhooks judges what the webhook gateway signs, whole and changed on its way.
@Suite("Standard Webhooks' own library", .timeLimit(.minutes(10)))
struct WebhookJudgeTests {
    private static let seed = SeededRandom.seedOfRun()

    @Test("what the gateway sends is genuine; of a changed call, it and our receiver think alike")
    func calls() async throws {
        var random = SeededRandom(seed: Self.seed)
        let key = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
        let secret = "whsec_" + key.base64EncodedString()
        try await PythonPeer.with("judges.py") { judge in
            let receiver = try await ProviderStandIn.start(.json(200, "{}"))
            let gateway = try HTTPGateway(
                name: "webhook", provider: try Webhook(WebhookSettings(url: receiver.url, secret: secret)),
                connections: 1, now: Self.now)
            for round in 1...100 {
                let text = random.text(upTo: 160)
                _ = await gateway.send(.sample(round, text: text), deadline: .seconds(60))
                var call = Call(try #require(receiver.requests.last))
                #expect(try await judge.ask(call.task(secret))["answer"] == "genuine", "seed \(Self.seed): \(text)")
                #expect(call.isAccepted(secret))
                call.change(using: &random)
                let verdict = try await judge.ask(call.task(secret))["answer"]?.string
                #expect(verdict != "genuine" && !call.isAccepted(secret), "round \(round) of seed \(Self.seed)")
            }
            await gateway.shutdown()
            try await receiver.stop()
        }
    }

    private static func now() -> Timestamp { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }

    /// What the receiver has of a call.
    private struct Call {
        var body: [UInt8]
        var headers: [String: String] = [:]

        init(_ request: StandInRequest) {
            body = request.body
            for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
                headers[name] = request.header(name)
            }
        }

        func task(_ secret: String) -> JSONValue {
            let members = headers.map { JSONObject.Member(key: $0.key, value: .string($0.value)) }
            return [
                "task": "webhook_judge", "secret": .string(secret), "body": .string(Data(body).base64EncodedString()),
                "headers": .object(JSONObject(members)),
            ]
        }

        func isAccepted(_ secret: String) -> Bool {
            guard let signature = WebhookSignature(secret: secret), let id = headers["webhook-id"],
                let timestamp = headers["webhook-timestamp"], let header = headers["webhook-signature"]
            else { return false }
            return signature.accepts(header, id: id, timestamp: timestamp, body: body, now: now())
        }

        /// One change, which leaves text in UTF-8.
        mutating func change(using random: inout SeededRandom) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: body.append(UInt8(ascii: " "))
            case 1: headers["webhook-id"]? += "x"
            case 2: headers["webhook-timestamp"] = "\(now().milliseconds / 1_000 - 200)"
            case 3: headers["webhook-timestamp"] = "\(now().milliseconds / 1_000 - 2_000)"
            default: headers["webhook-signature"] = "v1," + Data((0..<32).map { _ in UInt8(0) }).base64EncodedString()
            }
        }
    }
}
