import Operations
import VerificationCore

extension PageCall {
    /// A moment that a person typed in UTC, such as `2027-01-31T18:00` or `2027-01-31`; nil for an empty field.
    func moment(_ name: String) throws(OperatorProblem) -> Timestamp? { try Self.moment(field(name)) }

    /// The same in the address.
    func queriedMoment(_ name: String) throws(OperatorProblem) -> Timestamp? { try Self.moment(query(name)) }

    private static func moment(_ text: String?) throws(OperatorProblem) -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Timestamp(typed: text) else {
            throw .unusable("Write the time as 2027-01-31T18:00, in UTC.")
        }
        return moment
    }
}
