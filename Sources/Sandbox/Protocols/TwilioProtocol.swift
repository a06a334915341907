import Crypto
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import NIOHTTP1
import StrictJSON
import VerificationCore

/// Takes messages as Twilio's Programmable Messaging does, version `2010-04-01`, and sends their receipts as it does.
struct TwilioProtocol: Sendable {
    static let path = "/2010-04-01/Accounts/{account}/Messages.json"

    let provider: SandboxProvider
    let accounts: SandboxAccounts
    let post: CallbackPost
    let now: @Sendable () -> Timestamp

    /// Takes a message, unless the answer is a fault of Twilio's or a problem with the body.
    func respond(_ request: Request, in context: CallContext) async throws(Problem) -> Response {
        let body = try await request.bytes(context)
        do throws(TwilioError) {
            let order = try order(request, for: context.parameters.get("account"), body: body)
            return try answer(await provider.take(order.draft, teller: teller(of: order)), to: order, in: context)
        } catch {
            return Self.response(to: error, after: nil)
        }
    }

    private func order(_ request: Request, for account: String?, body: [UInt8]) throws(TwilioError) -> TwilioOrder {
        guard let caller = BasicAuth(request.headers[.authorization]),
            accounts.accepts(caller.name, secret: caller.secret, as: accounts.twilioAccount)
        else { throw .authenticate }
        guard account == accounts.twilioAccount else { throw .noSuchAccount }
        guard let form = Form(body) else { throw .noTo }
        let order = try TwilioOrder(form)
        guard order.callback.map(post.allows) ?? true else { throw .badCallback }
        return order
    }

    private func answer(
        _ verdict: SandboxVerdict, to order: TwilioOrder, in context: CallContext
    ) throws(TwilioError) -> Response {
        switch verdict {
        case .accepted(let id): return response(to: order, sid: id.text(for: .twilio))
        case .refusedForNow: throw .unavailable
        case .refusedForGood: throw .invalidTo
        case .throttled(let after): return Self.response(to: .tooMany, after: after)
        case .unanswered:
            context.hangUp()
            throw .internalError
        }
    }

    private static func response(to fault: TwilioError, after: Duration?) -> Response {
        var headers: HTTPFields = [:]
        if let after { headers[.retryAfter] = String(after.secondsRoundedUp) }
        if fault.status == .unauthorized { headers[.wwwAuthenticate] = "Basic realm=\"Twilio API\"" }
        return .json(fault.status, headers: headers) {
            $0.member("code", is: fault.code)
            $0.member("message", is: fault.message)
            $0.member("more_info", is: "https://www.twilio.com/docs/errors/\(fault.code)")
            $0.member("status", is: fault.status.code)
        }
    }

    /// Twilio writes its numbers as strings; with a messaging service it does not know sender and segments yet.
    private func response(to order: TwilioOrder, sid: String) -> Response {
        let (account, moment) = (accounts.twilioAccount, now().internetDate)
        let isPicked = order.service != nil
        let path = "/2010-04-01/Accounts/\(account)/Messages/\(sid)"
        return .json(.created) {
            $0.member("account_sid", is: account)
            $0.member("api_version", is: "2010-04-01")
            $0.member("body", is: order.body)
            $0.member("date_created", is: moment)
            $0.member("date_sent", is: JSONValue.null)
            $0.member("date_updated", is: moment)
            $0.member("direction", is: "outbound-api")
            $0.member("error_code", is: JSONValue.null)
            $0.member("error_message", is: JSONValue.null)
            $0.member("from", is: isPicked ? .null : order.from.map { .string($0) } ?? JSONValue.null)
            $0.member("messaging_service_sid", is: order.service.map { .string($0) } ?? JSONValue.null)
            $0.member("num_media", is: "0")
            $0.member("num_segments", is: isPicked ? "0" : String(order.draft.segments))
            $0.member("price", is: JSONValue.null)
            $0.member("price_unit", is: "USD")
            $0.member("sid", is: sid)
            $0.member("status", is: isPicked ? "accepted" : "queued")
            $0.memberObject("subresource_uris") { $0.member("media", is: "\(path)/Media.json") }
            $0.member("to", is: order.to)
            $0.member("uri", is: "\(path).json")
        }
    }
}

extension TwilioProtocol {
    /// Nil when the sender names no URL for receipts.
    private func teller(of order: TwilioOrder) -> PendingReceipts.Teller? {
        guard let callback = order.callback else { return nil }
        return { content in await tell(content, of: order, to: callback) }
    }

    private func tell(_ content: ReceiptContent, of order: TwilioOrder, to callback: String) async -> ReceiptEnd {
        let (id, status) = (content.id.text(for: .twilio), Self.word(content.status))
        var fields = [
            ("AccountSid", accounts.twilioAccount), ("ApiVersion", "2010-04-01"), ("MessageSid", id),
            ("MessageStatus", status), ("SmsSid", id), ("SmsStatus", status), ("To", order.to),
        ]
        if let from = order.from { fields.append(("From", from)) }
        if let service = order.service { fields.append(("MessagingServiceSid", service)) }
        if content.status == .undelivered { fields.append(("ErrorCode", "30003")) }
        let form = fields.map { (name: $0.0, value: $0.1) }
        return await post.post(
            Form.encode(form), to: callback,
            headers: HTTPHeaders([("x-twilio-signature", signature(of: form, to: callback))]))
    }

    private static func word(_ status: DeliveryStatus) -> String {
        switch status {
        case .queued, .sent, .delivered, .undelivered, .failed: status.rawValue
        case .expired, .rejected, .unknown: "failed"
        }
    }

    /// The URL, then each name with its value in the order of the names, under the auth token.
    func signature(of fields: [(name: String, value: String)], to url: String) -> String {
        let sorted = fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let content = url + sorted.map { $0.name + $0.value }.joined()
        let key = SymmetricKey(data: Data(accounts.secret.utf8))
        return Data(HMAC<Insecure.SHA1>.authenticationCode(for: Data(content.utf8), using: key)).base64EncodedString()
    }
}

extension Timestamp {
    /// A date as mails have it, for example `Fri, 02 Jan 2026 03:04:05 +0000`.
    var internetDate: String {
        let text = rfc3339
        let (date, time) = (text.prefix(10).split(separator: "-"), text.dropFirst(11).prefix(8))
        guard date.count == 3, let month = Int(date[1]), Self.months.indices.contains(month - 1) else { return text }
        // The first of January 1970 was a Thursday.
        let days = Int(microseconds / 86_400_000_000)
        return "\(Self.weekdays[(days % 7 + 7) % 7]), \(date[2]) \(Self.months[month - 1]) \(date[0]) \(time) +0000"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
