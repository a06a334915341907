/// Why some bytes are not a JSON document this program accepts, and where.
///
/// It names the kind and the place, never the content, so it may be logged, put in a header and shown to the sender.
package struct JSONProblem: Error, Hashable, Sendable, CustomStringConvertible {
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
    /// Where it is wrong, as an index into the bytes that were read; for a bad string or number, where that value
    /// begins.
    package let offset: Int

    package init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// Kind and place, in words.
    package var description: String { "\(kind.rawValue) at byte \(offset)" }
}
