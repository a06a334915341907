import StrictJSON

/// A number in a message together with what its publisher's numbering plan says of it.
///
/// A worker takes the publisher's word, because a plan is data and two processes may have two versions of it: what an
/// API has accepted must not be dead-lettered by a worker that does not know the range yet. Whoever may publish to the
/// queue is trusted with more than that. A publisher that judges no numbers leaves the word out, and the worker judges.
struct JudgedPhone: PhoneNumberParser {
    static let member = "judged"

    private let phone: PhoneNumber

    static func write(_ phone: PhoneNumber, to writer: inout JSONWriter) {
        writer.memberObject(member) { writer in
            writer.member("callingCode", "\(phone.callingCode)")
            writer.member("region", phone.region)
            writer.member("kind", phone.kind.rawValue)
        }
    }

    /// Reads the word of a message; nil where there is none, or of a kind that this worker does not know yet.
    init?(in object: JSONObject) throws(InvalidMemberError) {
        guard let value = object[Self.member], value != .null else { return nil }
        guard let word = value.object else { throw InvalidMemberError(Self.member, .wrongType) }
        let e164 = try object.requiredString("phoneNumber")
        let digits = e164.utf8.dropFirst()
        guard e164.utf8.first == UInt8(ascii: "+"), (4...15).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw InvalidMemberError("phoneNumber", .malformed) }
        guard let code = word["callingCode"]?.string, let callingCode = Int(code), (1...999).contains(callingCode),
            e164.hasPrefix("+\(callingCode)"), let region = word["region"]?.string,
            PhoneNumber.region(typed: region) == region, let kind = word["kind"]?.string
        else { throw InvalidMemberError(Self.member, .malformed) }
        guard let kind = PhoneNumber.Kind(rawValue: kind) else { return nil }
        phone = PhoneNumber(e164: e164, region: region, callingCode: callingCode, kind: kind)
    }

    func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        guard text == phone.e164 else { throw .malformed }
        return phone
    }
}
