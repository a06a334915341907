import NIOCore

// A text stands as Latin-1: each octet is the character of its number. Every octet survives a round trip, and ASCII,
// which the specification has in mind, reads as itself.

extension ByteBuffer {
    /// Reads a text up to its NUL, which is among the first `longest` octets.
    ///
    /// Without a NUL there, the field is too long, or truncated where the body ends before.
    mutating func readText(_ field: String, longest: Int) throws(SMPPError) -> String {
        let view = readableBytesView.prefix(longest)
        guard let end = view.firstIndex(of: 0) else {
            throw SMPPError(view.count < longest ? .truncated : .fieldTooLong, context: field)
        }
        let octets = view[view.startIndex..<end]
        moveReaderIndex(forwardBy: octets.count + 1)
        return String(latin1: octets)
    }

    /// Writes a text and its NUL, together at most `longest` octets.
    mutating func writeText(_ text: String, as field: String, longest: Int) throws(SMPPError) {
        guard text.unicodeScalars.allSatisfy({ (0x01...0xFF).contains($0.value) }) else {
            throw SMPPError(.fieldUnusable, context: field)
        }
        guard text.unicodeScalars.count < longest else { throw SMPPError(.fieldTooLong, context: field) }
        if text.utf8.count == text.unicodeScalars.count {
            writeString(text)
        } else {
            writeBytes(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        writeInteger(0, as: UInt8.self)
    }

    mutating func readOctet(_ field: String) throws(SMPPError) -> UInt8 {
        guard let octet = readInteger(as: UInt8.self) else { throw SMPPError(.truncated, context: field) }
        return octet
    }

    mutating func readOctets(_ field: String, count: Int) throws(SMPPError) -> [UInt8] {
        guard let octets = readBytes(length: count) else { throw SMPPError(.truncated, context: field) }
        return octets
    }

    /// Reads optional parameters to the end, known and unknown.
    mutating func readParameters() throws(SMPPError) -> [Parameter] {
        var parameters: [Parameter] = []
        while readableBytes > 0 {
            guard let tag = readInteger(as: UInt16.self), let length = readInteger(as: UInt16.self),
                let value = readBytes(length: Int(length))
            else { throw SMPPError(.parametersUnreadable, context: "optional parameters") }
            parameters.append(Parameter(Parameter.Tag(rawValue: tag), value: value))
        }
        return parameters
    }

    mutating func writeParameters(_ parameters: [Parameter]) throws(SMPPError) {
        for parameter in parameters {
            guard let length = UInt16(exactly: parameter.value.count) else {
                throw SMPPError(.fieldTooLong, context: "optional parameter")
            }
            writeInteger(parameter.tag.rawValue)
            writeInteger(length)
            writeBytes(parameter.value)
        }
    }
}

extension String {
    /// Each octet as the character of its number.
    init(latin1 octets: some Collection<UInt8>) {
        if octets.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: octets, as: UTF8.self)
        } else {
            var scalars = String.UnicodeScalarView()
            for octet in octets { scalars.append(Unicode.Scalar(octet)) }
            self.init(scalars)
        }
    }
}
