import GatewayKit

extension Timestamp {
    /// Reads a moment as a person types it in UTC, for example `2027-01-31`, `2027-01-31T18:00` or `2027-01-31 18:00:05`.
    ///
    /// It also reads RFC 3339 with an offset. Nil for anything else.
    package init?(typed text: String) {
        let text = String(text.map { $0 == " " ? "T" : $0 })
        let forms = [text, text + "Z", text + ":00Z", text + "T00:00:00Z"]
        guard let moment = forms.lazy.compactMap({ Timestamp(rfc3339: $0) }).first else { return nil }
        self = moment
    }
}
