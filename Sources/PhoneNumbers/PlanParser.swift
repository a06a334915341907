import VerificationCore

/// Reads numbers by a numbering plan.
///
/// May be used from any number of tasks at once. A number costs less than a microsecond, once the first number of its
/// calling code was read.
package struct PlanParser: PhoneNumberParser {
    package let plan: NumberingPlan

    package init(_ plan: NumberingPlan = .builtIn) { self.plan = plan }

    /// Returns the single form of an international number, or why the text is no number.
    ///
    /// `+49 (0)30 123456` and `+4930123456` are equal, and parsing the `e164` of a result gives that result.
    package func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        let typed = try InternationalDigits(text).text
        let digits = typed.utf8.dropFirst().map { $0 &- UInt8(ascii: "0") }
        // Two digits say nothing yet, not even whether a calling code is assigned.
        guard digits.count > 2 else { throw .tooShort }
        guard let (code, length) = plan.callingCode(of: digits), let numbers = plan[code] else {
            throw .unknownCallingCode
        }
        let written = digits[length...]
        let national = try Self.stable(written, in: numbers.plan)
        guard let answer = numbers.plan.answer(for: national) else { throw numbers.plan.problem(of: national) }
        // Some numbering plans admit more than the 15 digits of E.164. No network carries such a number across a border.
        guard length + national.count <= 15 else { throw .tooLong }
        let e164 = national == written ? typed : Self.e164(digits[..<length] + national)
        return PhoneNumber(e164: e164, region: answer.region, callingCode: code, kind: answer.servedKind)
    }

    private static func e164(_ digits: ArraySlice<UInt8>) -> String {
        String(decoding: [UInt8(ascii: "+")] + digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// The number without trunk prefixes; each round takes one away (`+44 (0)20 …`, `+52 1 55 …`).
    ///
    /// `+52 1 1 998 …` has two. Read once, it would stay a second spelling of a number, with limits of its own. What
    /// still changes in the fourth round is no number.
    private static func stable(
        _ written: ArraySlice<UInt8>, in numbers: CallingCodePlan
    ) throws(PhoneNumberError) -> ArraySlice<UInt8> {
        var digits = written
        for _ in 0..<4 {
            guard digits.count > 1 else { throw .tooShort }
            let rest = numbers.withoutTrunk(digits)
            let length = rest?.count ?? digits.count
            guard length > 1 else { throw .tooShort }
            guard length <= DigitLengths.longest else { throw .tooLong }
            // A rule may keep all digits of the number, as one of Japan does.
            guard let rest, rest != digits else { return digits }
            digits = rest
        }
        throw .impossible
    }
}

extension CallingCodePlan.Answer {
    /// The kind, unless the number is of no country and would be served.
    ///
    /// The plan calls some numbers of satellites and ships mobile or Internet lines. Here it matters more that they
    /// belong to no country.
    fileprivate var servedKind: PhoneNumber.Kind {
        region == NumberingPlan.regionOfNoCountry && !kind.cannotGetSMS ? .nonGeographic : kind
    }
}

/// What a user typed for a phone number, reduced to `+` and its ASCII digits.
///
/// Each sequence of digits has this one spelling, so another spelling does not get round a limit per number. A text that
/// holds a number among other words, or letters for the keys of a telephone, is refused.
struct InternationalDigits: Equatable {
    /// `+` and at least one digit.
    let text: String

    /// Takes what `PastedText.international` takes; everything else is `malformed`.
    init(_ typed: String) throws(PhoneNumberError) {
        guard let text = PastedText.international(typed) else { throw .malformed }
        self.text = text
    }
}
