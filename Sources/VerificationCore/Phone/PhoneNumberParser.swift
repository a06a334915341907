/// Port: turns the text that a person typed into a number, or says what is wrong with it.
package protocol PhoneNumberParser: Sendable {
    /// Reads an international number as people write it (`+49 30 1234567`) and returns its one canonical form.
    func parse(_ text: String) throws(PhoneNumberProblem) -> PhoneNumber
}

extension PhoneNumberParser {
    /// A stored number with most of its digits hidden; a number that cannot be read any more is hidden whole.
    package func masked(_ e164: String) -> String { (try? parse(e164))?.masked ?? "+•••" }
}
