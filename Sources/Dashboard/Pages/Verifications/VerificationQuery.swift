import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The filter of the list of verifications, as its form and its address write it.
struct VerificationQuery {
    static let statuses = VerificationStatus.onRecord
    /// The members of the form and of the address, in the order of the form.
    private static let names = ["status", "app", "where", "gateway", "reason", "message", "from", "until"]

    let filter: VerificationFilter
    let before: VerificationID?
    /// What the person typed, by the names of the form.
    private let typed: [(name: String, text: String)]

    /// Throws for each value that cannot be used, with what can.
    init(_ call: PageCall) throws(OperatorError) {
        typed = Self.names.compactMap { name in call.query(name).map { (name, $0) } }
        let (region, prefix) = try Self.place(call.query("where"))
        filter = VerificationFilter(
            status: try Self.status(call.query("status")), app: try Self.app(call.query("app")), region: region,
            prefix: prefix, gateway: call.query("gateway"), reason: try Self.reason(call.query("reason")),
            message: try Self.message(call.query("message")), from: try call.queriedMoment("from"),
            until: try call.queriedMoment("until"))
        before = try Self.id(call.query("before"))
        if let from = filter.from, let until = filter.until, from >= until {
            throw .unusable("The time begins at its end or later; nothing can be in it.")
        }
    }

    var isFiltered: Bool { !typed.isEmpty }

    /// For the form: what the person typed, and the statuses to choose from.
    var form: [(String, JSONValue)] {
        // A row of the list has a reason too, so the form's has a name of its own.
        let fields = Self.names.filter { $0 != "status" && $0 != "message" }.map { name in
            (name == "reason" ? "typedReason" : name, JSONValue.string(typed.first { $0.name == name }?.text ?? ""))
        }
        let statuses = Self.statuses.map { status -> JSONValue in
            ["option": .string(status.rawValue), "isChosen": .bool(status == filter.status)]
        }
        let messages = MessageStatus.allCases.map { status -> JSONValue in
            ["option": .string(status.rawValue), "isChosen": .bool(status == filter.message)]
        }
        return fields + [("statuses", .array(statuses)), ("messageStatuses", .array(messages))]
    }

    /// The address of the page with the same filter that begins before an id.
    func address(before id: VerificationID?) -> String {
        Self.address(typed.map { ($0.name, $0.text) } + (id.map { [("before", "\($0)")] } ?? []))
    }

    private static func address(_ members: [(String, String)]) -> String {
        let query = Form.encode(members)
        return "/verifications" + (query.isEmpty ? "" : "?" + String(decoding: query, as: UTF8.self))
    }

    /// The address of the list with the verifications of a failure; nil for a kind that no verification keeps.
    static func address(of failure: FailureQueries.Group, in minutes: ClosedRange<Minute>) -> String? {
        guard let members = failure.verifications else { return nil }
        // A call counts when it ends; its request was made before, at most as long as a request is worth serving.
        let earlier = failure.kind.countsAtBeginning ? 0 : 10
        let times = [
            ("from", (minutes.lowerBound - earlier).beginning), ("until", (minutes.upperBound + 1).beginning),
        ]
        return address(members + times.map { ($0.0, String($0.1.rfc3339.prefix(16))) })
    }

    private static func status(_ text: String?) throws(OperatorError) -> VerificationStatus? {
        guard let text else { return nil }
        guard let status = statuses.first(where: { $0.rawValue == text }) else {
            let known = statuses.map(\.rawValue).joined(separator: ", ")
            throw .unusable("No status has this name; these are known: \(known).")
        }
        return status
    }

    private static func reason(_ text: String?) throws(OperatorError) -> String? {
        guard let text else { return nil }
        guard let reason = DeliveryReceipt.storableReason(text) else {
            throw .unusable("A reason has lower-case letters, digits and hyphens, for example error-30003.")
        }
        return reason
    }

    private static func message(_ text: String?) throws(OperatorError) -> MessageStatus? {
        guard let text else { return nil }
        guard let status = MessageStatus(rawValue: text) else {
            let known = MessageStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw .unusable("No message has this status; these are known: \(known).")
        }
        return status
    }

    private static func app(_ text: String?) throws(OperatorError) -> String? {
        guard let text else { return nil }
        guard let app = AppID(text) else { throw .unusable("No app can have this name.") }
        return app.name
    }

    private static func place(_ text: String?) throws(OperatorError) -> (region: String?, prefix: PhonePrefix?) {
        guard var text else { return (nil, nil) }
        // A person who types the address writes `+49`, which a form reads as a space and 49.
        if text.first == " " { text = "+" + text.dropFirst() }
        if let prefix = PhonePrefix(typed: text) {
            // An address must not hold a number.
            guard prefix.description.utf8.count <= VerificationFilter.longestPrefix + 1 else {
                throw .unusable(
                    "A prefix here has \(VerificationFilter.longestPrefix) digits at most. To find a number, search above."
                )
            }
            return (nil, prefix)
        }
        guard let region = PhoneNumber.region(typed: text) else {
            throw .unusable("Enter a country such as DE, or a prefix such as +49.")
        }
        return (region, nil)
    }

    private static func id(_ text: String?) throws(OperatorError) -> VerificationID? {
        guard let text else { return nil }
        guard let id = VerificationID(text) else { throw .unusable("The address has a page's id that is no id.") }
        return id
    }
}

extension FailureQueries.Group {
    /// The members of the filter that finds what the group has counted; nil where the records do not keep it.
    fileprivate var verifications: [(String, String)]? {
        // What several reasons share is no reason of a record.
        guard reason.isEmpty || reason != TallyKey.other && DeliveryReceipt.storableReason(reason) != nil else {
            return nil
        }
        let named = [("gateway", gateway), ("reason", reason)].filter { !$0.1.isEmpty }
        switch kind {
        case .limited, .refused, .callRefused, .callUnknown: return reason.isEmpty ? nil : named
        case .callThrottled: return [("gateway", gateway), ("reason", "throttled")]
        case .late: return [("reason", "deadline")]
        case .undelivered: return named + [("message", MessageStatus.undelivered.rawValue)]
        case .failed: return named + [("message", MessageStatus.failed.rawValue)]
        // These leave no record of a verification.
        case .turnedAway, .notQueued, .checkLimited: return nil
        // These are no failures.
        case .started, .sent, .resent, .duplicate, .accepted, .awaited, .delivered, .approved, .wrongCode, .exhausted,
            .callAccepted, .appProof, .apiAlive, .wait, .callTime, .eventTold, .eventFailed, .eventPutOff,
            .eventGivenUp:
            return nil
        }
    }
}
