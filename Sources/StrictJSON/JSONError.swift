/// Why this program does not accept some bytes as a JSON document, and where.
///
/// It names the kind and the place, never the content. So the program may log it, put it in a header and show it to the
/// sender.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the bytes.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case byteOrderMark = "byte order mark"
        case unexpectedEnd = "unexpected end"
        case unexpectedByte = "unexpected byte"
        case trailingBytes = "bytes after the document"
        case duplicateMember = "duplicate member"
        case controlCharacter = "control character in a string"
        case nulCharacter = "NUL character in a string"
        case invalidEscape = "invalid escape"
        case loneSurrogate = "lone surrogate"
        case invalidUTF8 = "invalid UTF-8"
        case invalidNumber = "invalid number"
        case numberOutOfRange = "number out of range"
        case tooDeep = "nested too deep"
        case tooManyElements = "too many elements"
    }

    /// What is wrong.
    package let kind: Kind
    /// Where it is wrong, as an index into the bytes from 0.
    ///
    /// For a bad number, a string of invalid UTF-8, a repeated name and a bad escape it is the place where this begins.
    package let offset: Int

    package init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// Kind and place, for example `duplicate member at byte 12`.
    package var description: String { "\(kind.rawValue) at byte \(offset)" }
}
