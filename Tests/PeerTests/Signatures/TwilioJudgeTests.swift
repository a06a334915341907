import Gateways
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

/// Twilio's own library signs calls, and judges the calls that our reader believes or refuses.
@Suite("Twilio's own library", .timeLimit(.minutes(10)))
struct TwilioJudgeTests {
    private static let seed = SeededRandom.seedOfRun()

    /// A call as it arrives.
    private struct Call {
        var secret: String
        var url: String
        var fields: RandomFields
        let method: TwilioSignature.Method
        var signature = ""

        init(using random: inout SeededRandom) {
            secret = "s" + random.text(upTo: 40)
            let port = ["", "", ":443", ":80", ":8443"].randomElement(using: &random) ?? ""
            let scheme = Bool.random(using: &random) ? "https" : "http"
            let query = Bool.random(using: &random) ? "?tenant=\(UInt8.random(in: 0...9, using: &random))" : ""
            url = "\(scheme)://verify.example.com\(port)/v1/receipts/twilio\(query)"
            fields = RandomFields(
                [("MessageSid", "SM1"), ("MessageStatus", "delivered")], repeats: true, using: &random)
            method = TwilioSignature.Method.allCases.randomElement(using: &random) ?? .sha1
        }

        /// One change, which may by chance change nothing.
        mutating func change(using random: inout SeededRandom) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: url += "x"
            case 1: url = url.replacing(":443", with: "")
            case 2: secret += "x"
            case 3: signature = String(signature.dropLast())
            case 4: signature = String(signature.reversed())
            default: fields.change(using: &random)
            }
        }

        func task(_ name: String) -> JSONValue {
            let pairs = fields.pairs.map { JSONValue.array([.string($0.name), .string($0.value)]) }
            return [
                "task": .string(name), "secret": .string(secret), "url": .string(url), "pairs": .array(pairs),
                "method": .string(method.rawValue), "signature": .string(signature),
            ]
        }

        func isBelieved(using random: inout SeededRandom) -> Bool {
            let body = Array(FormText.write(fields.pairs, using: &random).utf8)
            let call = ReceiptCall(
                method: "POST", url: url, headers: [("X-Twilio-Signature", signature)], body: body)
            do throws(ReceiptError) {
                let reader = TwilioReceipts(sharedKey: Secret(secret), method: method)
                _ = try reader.receipts(in: call, at: Timestamp(seconds: 1_767_323_045))
                return true
            } catch {
                return error == .unreadable
            }
        }
    }

    @Test("a call that it signs is believed; of a changed call, it and our reader think alike")
    func calls() async throws {
        try await PythonPeer.with("judges.py") { judge in
            var random = SeededRandom(seed: Self.seed)
            var (believed, refused) = (0, 0)
            for round in 1...300 {
                var call = Call(using: &random)
                call.signature = try #require(try await judge.ask(call.task("twilio_sign"))["answer"]?.string)
                #expect(call.isBelieved(using: &random), "round \(round) of seed \(Self.seed): \(call)")
                call.change(using: &random)
                let verdict = try await judge.ask(call.task("twilio_judge"))["answer"]?.bool
                let isBelieved = call.isBelieved(using: &random)
                #expect(isBelieved == verdict, "round \(round) of seed \(Self.seed): \(call)")
                if isBelieved { believed += 1 } else { refused += 1 }
            }
            // Otherwise the changes would be no test.
            #expect(believed > 10 && refused > 100)
        }
    }
}
