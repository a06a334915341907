import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// A call of a page by a person who has signed in.
struct PageCall: Sendable {
    let person: Operator
    let request: Request
    let context: CallContext
    /// The fields of a `POST`; nil for a `GET`.
    let form: Form?

    /// A segment of the path, by its name in the route; percent-encoding is undone.
    func segment(_ name: String) -> String? {
        guard let text = context.parameters.get(name) else { return nil }
        // A form writes a space as `+`; a path does not.
        let field = "s=" + text.map { $0 == "+" ? "%2B" : "\($0)" }.joined()
        return Form(Array(field.utf8))?["s"]
    }

    /// A field of the address's query, which browsers write as they write a form; nil also when it is empty.
    func query(_ name: String) -> String? {
        Form(Array((request.uri.query ?? "").utf8))?[name]
    }

    /// A field of the form without the spaces around it; nil also when nothing is left.
    func field(_ name: String) -> String? {
        guard let text = form?[name] else { return nil }
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// The reason that a person gave for an action; throws when there is none, or when it is too long.
    func reason() throws(OperatorError) -> String {
        guard let reason = field("reason") else { throw .unusable("A reason is required.") }
        guard reason.unicodeScalars.count <= 200 else { throw .unusable("The reason has more than 200 characters.") }
        guard !reason.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .unusable("The reason must be one line.")
        }
        return reason
    }
}

extension PageCall {
    /// The number before which the page's lines are, as the link to older lines has it; nil for the newest lines.
    func before() throws(OperatorError) -> Int64? {
        guard let text = query("before") else { return nil }
        guard let number = Int64(text) else { throw .unusable("The address has a page's number that is no number.") }
        return number
    }
}

extension PageCall {
    /// A moment that a person typed in UTC, such as `2027-01-31T18:00` or `2027-01-31`; nil for an empty field.
    func moment(_ name: String) throws(OperatorError) -> Timestamp? { try Self.moment(field(name)) }

    /// The same in the address.
    func queriedMoment(_ name: String) throws(OperatorError) -> Timestamp? { try Self.moment(query(name)) }

    private static func moment(_ text: String?) throws(OperatorError) -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Timestamp(typed: text) else {
            throw .unusable("Write the time as 2027-01-31T18:00, in UTC.")
        }
        return moment
    }
}
