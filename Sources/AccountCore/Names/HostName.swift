/// The name of a host as people write it in a list, for example `shop.example`.
package enum HostName {
    private static let longest = 253

    /// Whether a text is labels of lower-case letters, digits and dashes, with dots between them.
    package static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= longest && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isPart) }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
}
