/// The form of the header `tracestate`, for example `vendor=opaque,tenant@system=1`.
enum TraceState {
    /// So much of it must be handed on at least, says W3C trace context; a longer text is not handed on.
    private static let mostBytes = 512
    private static let mostMembers = 32

    static func isWellFormed(_ text: String) -> Bool {
        guard (1...mostBytes).contains(text.utf8.count) else { return false }
        let members = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return members.count <= mostMembers && members.allSatisfy(isMember)
    }

    /// An empty member is allowed.
    private static func isMember(_ text: Substring.UTF8View) -> Bool {
        let text = text.trimmingSpace()
        guard !text.isEmpty else { return true }
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let (key, value) = (text[..<sign], text[text.index(after: sign)...])
        return (1...256).contains(key.count) && (key.first.map(isSmallLetterOrDigit) ?? false)
            && key.allSatisfy { isSmallLetterOrDigit($0) || "_-*/@".utf8.contains($0) }
            && (1...256).contains(value.count) && value.allSatisfy(isOfValue)
    }

    private static func isSmallLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isOfValue(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "=")
    }
}

extension Substring.UTF8View {
    /// Without spaces and tabs at both ends.
    fileprivate func trimmingSpace() -> Substring.UTF8View {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var rest = self.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
