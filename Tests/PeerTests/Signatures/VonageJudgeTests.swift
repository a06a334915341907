import Gateways
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

/// Vonage's own library signs receipts, and judges the receipts that our reader believes or refuses.
@Suite("Vonage's own library", .timeLimit(.minutes(10)))
struct VonageJudgeTests {
    private static let seed = SeededRandom.seedOfRun()
    /// Each method of the library; the oldest accounts have another besides, which the library has no word for.
    private static let methods: [VonageSignature.Method] = [.md5, .sha1, .sha256, .sha512]

    /// A receipt as it arrives.
    private struct Call {
        var secret: String
        var fields: RandomFields
        let method: VonageSignature.Method

        init(using random: inout SeededRandom) {
            secret = "s" + random.text(upTo: 40)
            fields = RandomFields(
                [("messageId", "0A"), ("status", "delivered"), ("timestamp", "1767323045")], repeats: false,
                using: &random)
            method = methods.randomElement(using: &random) ?? .sha256
        }

        func task(_ name: String) -> JSONValue {
            let members = fields.pairs.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }
            return [
                "task": .string(name), "secret": .string(secret), "fields": .object(JSONObject(members)),
                "method": .string(method.rawValue),
            ]
        }

        /// In one of the three shapes that an account may choose.
        func arrives(using random: inout SeededRandom) -> ReceiptCall {
            let url = "https://verify.example.com/v1/receipts/vonage"
            let form = FormText.write(fields.pairs, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return ReceiptCall(method: "GET", url: url + "?" + form, headers: [], body: [])
            case 1: return ReceiptCall(method: "POST", url: url, headers: [], body: Array(form.utf8))
            default:
                let json = task("")["fields"]?.serialized ?? []
                let headers = [("Content-Type", "application/json")]
                return ReceiptCall(method: "POST", url: url, headers: headers, body: json)
            }
        }

        func isBelieved(using random: inout SeededRandom) -> Bool {
            let reader = VonageReceipts(signatureSecret: Secret(secret), method: method)
            do throws(ReceiptError) {
                _ = try reader.receipts(in: arrives(using: &random), at: Timestamp(seconds: 1_767_323_045))
                return true
            } catch {
                return error == .unreadable
            }
        }

        /// One change, which may by chance change nothing.
        mutating func change(using random: inout SeededRandom) {
            if Int.random(in: 0..<8, using: &random) == 0 { secret += "x" } else { fields.change(using: &random) }
        }

        /// Whether the time of the receipt is still there: our reader refuses a receipt without it, signed or not.
        var hasItsTime: Bool { fields.pairs.contains { $0 == ("timestamp", "1767323045") } }
    }

    @Test("a receipt that it signs is believed; of a changed receipt, it and our reader think alike")
    func calls() async throws {
        try await PythonPeer.with("judges.py") { judge in
            var random = SeededRandom(seed: Self.seed)
            var (believed, refused) = (0, 0)
            for round in 1...300 {
                var call = Call(using: &random)
                let signature = try #require(try await judge.ask(call.task("vonage_sign"))["answer"]?.string)
                call.fields.pairs.append(("sig", Bool.random(using: &random) ? signature : signature.uppercased()))
                #expect(call.isBelieved(using: &random), "round \(round) of seed \(Self.seed): \(call)")
                call.change(using: &random)
                guard call.hasItsTime else { continue }
                let verdict = try await judge.ask(call.task("vonage_judge"))["answer"]?.bool
                let isBelieved = call.isBelieved(using: &random)
                #expect(isBelieved == verdict, "round \(round) of seed \(Self.seed): \(call)")
                if isBelieved { believed += 1 } else { refused += 1 }
            }
            // Otherwise the changes would be no test.
            #expect(believed > 10 && refused > 100)
        }
    }
}
