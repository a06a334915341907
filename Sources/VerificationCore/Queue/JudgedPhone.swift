import StrictJSON

/// A number in a message together with what its publisher's numbering plan says of it.
///
/// A worker trusts the publisher's judgement, because a plan is data and two processes may have two versions of it.
/// Otherwise a worker that does not know a new range yet would dead-letter a request that the API has accepted. A
/// client that may publish to the queue is trusted with more than that. A publisher that judges no numbers leaves the
/// member out, and the worker judges.
struct JudgedPhone: PhoneNumberParser {
    static let member = "judged"

    private let phone: PhoneNumber

    static func write(_ phone: PhoneNumber, to writer: inout JSONWriter) {
        writer.memberObject(member) { writer in
            writer.member("callingCode", is: "\(phone.callingCode)")
            writer.member("region", is: phone.region)
            writer.member("kind", is: phone.kind.rawValue)
        }
    }

    /// Reads the judgement in a message; nil where there is none, or for a kind that this worker does not know yet.
    init?(in object: JSONObject) throws(InvalidMemberError) {
        guard let value = object[Self.member], value != .null else { return nil }
        guard let word = value.object else { throw InvalidMemberError(Self.member, is: .wrongType) }
        let e164 = try object.requiredString("phoneNumber")
        let digits = e164.utf8.dropFirst()
        guard e164.utf8.first == UInt8(ascii: "+"), (4...15).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw InvalidMemberError("phoneNumber", is: .malformed) }
        guard let code = word["callingCode"]?.string, let callingCode = Int(code), (1...999).contains(callingCode),
            e164.hasPrefix("+\(callingCode)"), let region = word["region"]?.string,
            PhoneNumber.region(typed: region) == region, let kind = word["kind"]?.string
        else { throw InvalidMemberError(Self.member, is: .malformed) }
        guard let kind = PhoneNumber.Kind(rawValue: kind) else { return nil }
        phone = PhoneNumber(e164: e164, region: region, callingCode: callingCode, kind: kind)
    }

    /// The masked number of a request's body: without a judgement its last two digits alone; nil where there is no number.
    static func masked(in object: JSONObject) -> String? {
        // Who looks at a body that no worker could read wants what can be read of it.
        if let judged = try? JudgedPhone(in: object) { return judged.phone.masked }
        guard let text = object["phoneNumber"]?.string, text.utf8.first == UInt8(ascii: "+") else { return nil }
        let digits = text.utf8.dropFirst()
        let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber && (4...15).contains(digits.count) ? "+•••••••" + text.suffix(2) : nil
    }

    func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        guard text == phone.e164 else { throw .malformed }
        return phone
    }
}
