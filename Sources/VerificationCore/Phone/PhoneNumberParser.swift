/// Port: turns the text that a person typed into a number, or says what is wrong with it.
package protocol PhoneNumberParser: Sendable {
    /// Reads an international number as people write it (`+49 30 1234567`) and returns its one canonical form.
    func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber
}

extension PhoneNumberParser {
    /// A stored number with most of its digits hidden; a number that cannot be read any more is hidden whole.
    package func masked(_ e164: String) -> String { (try? parse(e164))?.masked ?? "+•••" }
}

/// Why a text is not a phone number that can get an SMS.
package enum PhoneNumberError: String, Error, Sendable, CaseIterable {
    /// Characters or a form that parsers do not read: no `+`, letters, extensions, too long a text.
    case malformed
    case unknownCallingCode = "unknown-calling-code"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The length is right, but no numbering plan has such a number.
    case impossible
}

/// Reads numbers that are only looked up: what another process has taken by its plan is on record.
///
/// Two processes may have two plans for a while, and a younger plan may drop a range. A person's right code, and a request
/// to erase a number, must not fail for that. A number that this plan does not have counts by its digits as they are
/// written, because only a plan knows which of them are a trunk prefix.
package struct RecordedNumbers: PhoneNumberParser {
    private let phones: any PhoneNumberParser

    package init(_ phones: any PhoneNumberParser) { self.phones = phones }

    /// Throws for what is no number by any plan: a text that is malformed, or has fewer than 7 digits or more than 15.
    package func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        do throws(PhoneNumberError) {
            return try phones.parse(text)
        } catch {
            guard let e164 = PastedText.numberOfNoPlan(text) else { throw error }
            let first = e164.utf8.dropFirst().first.map { Int($0 - UInt8(ascii: "0")) } ?? 0
            return PhoneNumber(e164: e164, region: "001", callingCode: first, kind: .unknown)
        }
    }
}
