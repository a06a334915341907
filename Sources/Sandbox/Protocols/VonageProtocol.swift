import Crypto
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// Takes messages as Vonage's SMS API does, the one at `/sms/json`, and sends their receipts as it does.
struct VonageProtocol: Sendable {
    static let path = "/sms/json"

    let provider: SandboxProvider
    let accounts: SandboxAccounts
    let post: CallbackPost
    let now: @Sendable () -> Timestamp

    /// Takes a message, unless the answer is a refusal of Vonage's or a problem with the body.
    func respond(_ request: Request, in context: CallContext) async throws(Problem) -> Response {
        let body = try await request.bytes(context)
        do throws(VonageError) {
            let order = try order(request, body: body)
            return try answer(await provider.take(order.draft, teller: teller(of: order)), to: order, in: context)
        } catch {
            return Self.response(to: error, after: nil)
        }
    }

    private func order(_ request: Request, body: [UInt8]) throws(VonageError) -> VonageOrder {
        guard let form = Form(body) else { throw .invalidParameter }
        try checkCaller(form, basic: BasicAuth(request.headers[.authorization]))
        let order = try VonageOrder(form)
        guard order.callback.map(post.allows) ?? true else { throw .badCallback }
        return order
    }

    /// Key and secret in the form or in `Authorization`, or the key and a signature.
    private func checkCaller(_ form: Form, basic: BasicAuth?) throws(VonageError) {
        if let signature = form["sig"] { return try check(signature, of: form) }
        let (key, secret) = (basic?.name ?? form["api_key"] ?? "", basic?.secret ?? form["api_secret"] ?? "")
        guard accounts.accepts(key, secret: secret, as: accounts.account) else { throw .badCredentials }
    }

    private func check(_ signature: String, of form: Form) throws(VonageError) {
        guard form["api_key"] == accounts.account else { throw .badCredentials }
        let right = VonageSigning(secret: accounts.secret).sign(form.fields)
        // 32 bits, so that no sum can overflow.
        let seconds = Int64(form["timestamp"].flatMap { UInt32($0) } ?? 0)
        guard CodeComparison.areEqual(signature.uppercased(), right),
            (seconds - VonageSigning.tolerance...seconds + VonageSigning.tolerance).contains(now().milliseconds / 1_000)
        else { throw .badSignature }
    }

    private func answer(
        _ verdict: SandboxVerdict, to order: VonageOrder, in context: CallContext
    ) throws(VonageError) -> Response {
        switch verdict {
        case .accepted(let id): return Self.response(to: order, id: id)
        case .refusedForNow: throw .internalError
        case .refusedForGood: throw .invalidMessage
        case .throttled(let after): return Self.response(to: .throttled, after: after)
        case .unanswered:
            context.hangUp()
            throw .internalError
        }
    }

    private static func response(to refusal: VonageError, after: Duration?) -> Response {
        .json(.ok, headers: after.map { [.retryAfter: String($0.secondsRoundedUp)] } ?? [:]) {
            $0.member("message-count", is: "1")
            $0.memberArray("messages") {
                $0.object {
                    $0.member("status", is: String(refusal.rawValue))
                    $0.member("error-text", is: refusal.text)
                }
            }
        }
    }

    /// An entry for each segment, with an id of its own.
    private static func response(to order: VonageOrder, id: AcceptedID) -> Response {
        let segments = order.draft.segments
        return .json(.ok) {
            $0.member("message-count", is: String(segments))
            $0.memberArray("messages") {
                for segment in 1...max(1, segments) {
                    $0.object {
                        $0.member("to", is: order.to)
                        $0.member("message-id", is: id.vonage(segment: segment))
                        $0.member("status", is: "0")
                        $0.member("remaining-balance", is: "100.00000000")
                        $0.member("message-price", is: "0.00000000")
                        $0.member("network", is: "99999")
                        $0.member("client-ref", is: order.reference)
                    }
                }
            }
        }
    }
}

extension VonageProtocol {
    /// Nil when the sender names no URL for receipts.
    private func teller(of order: VonageOrder) -> PendingReceipts.Teller? {
        guard let callback = order.callback else { return nil }
        return { content in await tell(content, of: order, to: callback) }
    }

    /// Sends a receipt for each part; all must arrive.
    private func tell(_ content: ReceiptContent, of order: VonageOrder, to callback: String) async -> ReceiptEnd {
        var end = ReceiptEnd.told
        for segment in 1...max(1, content.draft.segments) where end == .told {
            end = await post.post(
                Form.encode(receipt(content, of: order, id: content.id.vonage(segment: segment))), to: callback)
        }
        return end
    }

    private func receipt(
        _ content: ReceiptContent, of order: VonageOrder, id: String
    ) -> [(name: String, value: String)] {
        let time = String(content.toldAt.rfc3339.prefix(19)).replacing(["T"], with: [" "])
        let digits = time.filter(\.isNumber)
        let (status, error) = Self.words(content.status)
        var fields = [
            ("api-key", accounts.account), ("err-code", error), ("message-timestamp", time), ("messageId", id),
            ("msisdn", order.to), ("network-code", "99999"),
            ("nonce", String(UInt64.random(in: .min ... .max), radix: 36)),
            ("price", "0.00000000"), ("scts", String(digits.dropFirst(2).prefix(10))), ("status", status),
            ("timestamp", String(content.toldAt.milliseconds / 1_000)), ("to", order.from),
        ].map { (name: $0.0, value: $0.1) }
        if let reference = order.reference { fields.append((name: "client-ref", value: reference)) }
        return fields + [(name: "sig", value: VonageSigning(secret: accounts.secret).sign(fields))]
    }

    /// `status` and `err-code`; 12 says that the phone cannot be reached.
    private static func words(_ status: DeliveryStatus) -> (status: String, error: String) {
        switch status {
        case .queued: ("buffered", "0")
        case .sent: ("accepted", "0")
        case .delivered: ("delivered", "0")
        case .undelivered: ("failed", "12")
        case .failed: ("failed", "1")
        case .expired: ("expired", "1")
        case .rejected: ("rejected", "1")
        case .unknown: ("unknown", "1")
        }
    }
}

/// Vonage's signatures by the method `sha256`, of calls and of receipts.
struct VonageSigning: Sendable {
    /// How far a call's clock may be from the sandbox's, in seconds.
    static let tolerance: Int64 = 300

    let secret: String

    /// The value of `sig` for these parameters: the hexadecimal digits of an HMAC, capital letters.
    func sign(_ parameters: [(name: String, value: String)]) -> String {
        let sorted = parameters.filter { $0.name != "sig" }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let content = sorted.map { parameter in
            "&" + parameter.name + "=" + parameter.value.replacing(["&"], with: ["_"]).replacing(["="], with: ["_"])
        }.joined()
        let key = SymmetricKey(data: Data(secret.utf8))
        return HMAC<SHA256>.authenticationCode(for: Data(content.utf8), using: key).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
