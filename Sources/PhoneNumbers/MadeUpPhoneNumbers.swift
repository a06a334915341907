import VerificationCore

/// Reads also numbers that no numbering plan has, such as `+15555550100`, for an emulator of Firebase.
///
/// Developers' tests are full of such numbers, because no person can own them. A gateway delivers nothing to them. So
/// numbers for films and books are served here like others.
package struct MadeUpPhoneNumbers: PhoneNumberParser {
    private let real: PlanParser

    /// Asks `real` first.
    package init(_ real: PlanParser = PlanParser()) { self.real = real }

    /// Reads what `PlanParser` reads, and `+` with 7 to 15 digits that are in no numbering plan.
    ///
    /// Such a number counts as a mobile number of its calling code's main region: `+15555550100` belongs to `US`. With
    /// a calling code that is not assigned, its region is `001` and its calling code the first digit.
    package func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        do throws(PhoneNumberError) {
            let number = try real.parse(text)
            return number.kind == .fiction
                ? PhoneNumber(
                    e164: number.e164, region: number.region, callingCode: number.callingCode, kind: .mobile) : number
        } catch {
            switch error {
            case .malformed, .tooLong: throw error
            case .tooShort, .unknownCallingCode, .impossible: break
            }
            guard let e164 = PastedText.numberOfNoPlan(text) else { throw error }
            return number(e164, digits: e164.dropFirst())
        }
    }

    private func number(_ e164: String, digits: Substring) -> PhoneNumber {
        for length in 1...3 {
            guard let code = Int(digits.prefix(length)) else { continue }
            if let region = real.plan.regions(ofCallingCode: code).first {
                return PhoneNumber(e164: e164, region: region, callingCode: code, kind: .mobile)
            }
        }
        return PhoneNumber(e164: e164, region: "001", callingCode: Int(digits.prefix(1)) ?? 0, kind: .mobile)
    }
}
