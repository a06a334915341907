extension String {
    /// The same text with one of its bytes changed, for each of its bytes; for ASCII.
    var withEachByteChanged: [String] {
        utf8.indices.map { index in
            let byte = utf8[index]
            let other = byte == UInt8(ascii: "A") ? "B" : "A"
            return String(self[..<index]) + other + String(self[self.index(after: index)...])
        }
    }
}
