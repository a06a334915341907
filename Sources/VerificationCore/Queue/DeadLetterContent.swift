import StrictJSON

/// What a dead letter's body says, as far as an operator may see it.
package struct DeadLetterContent: Sendable, Hashable {
    /// How many bytes of a body that is not a readable object a person sees.
    private static let mostShown = 120

    /// The bytes of the whole body, also where only its beginning was kept.
    package let size: Int
    /// Whether all of it was kept.
    package let isWhole: Bool
    /// The verification that the request or the event is about; nil where none can be read.
    package let verification: VerificationID?
    /// The masked number of a request's phone; nil where none can be read.
    package let phone: String?
    /// Until when the request is worth serving; nil for what is no request, or cannot be read.
    package let deadline: Timestamp?
    /// The first bytes: printable ASCII as it is, `#` for each digit, and `.` for each other byte.
    ///
    /// A digit may belong to a code or to a phone number.
    package let beginning: String

    /// Reads as much as it can of any bytes.
    package init(_ body: [UInt8], size: Int, isWhole: Bool) {
        (self.size, self.isWhole) = (size, isWhole)
        // A body that cannot be read has no members; its first bytes are shown all the same.
        let value = body.count <= RequestCodec.largestBody ? try? JSONValue(parsing: body) : nil
        let id = value?["verificationId"]?.string ?? value?["data"]?["verificationId"]?.string
        verification = id.flatMap { VerificationID($0) }
        phone = value?.object.flatMap(JudgedPhone.masked(in:))
        deadline = RequestCodec.deadline(in: body)
        beginning = String(
            body.prefix(Self.mostShown).map { byte in
                if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return "#" }
                return (0x20...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
            })
    }
}
