import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The filter of the list of verifications, as its form and its address write it.
struct VerificationQuery {
    static let statuses = VerificationStatus.onRecord

    let filter: VerificationFilter
    let before: VerificationID?
    /// What the person typed, by the names of the form.
    private let typed: [(name: String, text: String)]

    /// Throws for each value that cannot be used, with what can.
    init(_ call: PageCall) throws(OperatorError) {
        let names = ["status", "app", "where", "gateway", "from", "until"]
        typed = names.compactMap { name in call.query(name).map { (name, $0) } }
        let (region, prefix) = try Self.place(call.query("where"))
        filter = VerificationFilter(
            status: try Self.status(call.query("status")), app: try Self.app(call.query("app")), region: region,
            prefix: prefix, gateway: call.query("gateway"), from: try call.queriedMoment("from"),
            until: try call.queriedMoment("until"))
        before = try Self.id(call.query("before"))
        if let from = filter.from, let until = filter.until, from >= until {
            throw .unusable("The time begins at its end or later; nothing can be in it.")
        }
    }

    var isFiltered: Bool { !typed.isEmpty }

    /// For the form: what the person typed, and the statuses to choose from.
    var form: [(String, JSONValue)] {
        let fields = ["app", "where", "gateway", "from", "until"].map { name in
            (name, JSONValue.string(typed.first { $0.name == name }?.text ?? ""))
        }
        let statuses = Self.statuses.map { status -> JSONValue in
            ["option": .string(status.rawValue), "isChosen": .bool(status == filter.status)]
        }
        return fields + [("statuses", .array(statuses))]
    }

    /// The address of the page with the same filter that begins before an id.
    func address(before id: VerificationID?) -> String {
        let query = Form.encode(typed.map { ($0.name, $0.text) } + (id.map { [("before", "\($0)")] } ?? []))
        return "/verifications" + (query.isEmpty ? "" : "?" + String(decoding: query, as: UTF8.self))
    }

    private static func status(_ text: String?) throws(OperatorError) -> VerificationStatus? {
        guard let text else { return nil }
        guard let status = statuses.first(where: { $0.rawValue == text }) else {
            let known = statuses.map(\.rawValue).joined(separator: ", ")
            throw .unusable("No status has this name; these are known: \(known).")
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
