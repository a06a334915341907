import Operations
import VerificationCore

extension PageCall {
    /// A moment that a person typed in UTC, such as `2027-01-31T18:00` or `2027-01-31`; nil for an empty field.
    func moment(_ name: String) throws(OperatorProblem) -> Timestamp? {
        guard let text = field(name) else { return nil }
        let forms = [text, text + "Z", text + ":00Z", text + "T00:00:00Z"].map { form in
            form.replacing(" ", with: "T")
        }
        guard let moment = forms.lazy.compactMap({ Timestamp(rfc3339: $0) }).first else {
            throw .unusable("Write the time as 2027-01-31T18:00, in UTC.")
        }
        return moment
    }
}
