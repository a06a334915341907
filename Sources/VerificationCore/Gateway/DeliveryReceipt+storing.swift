extension DeliveryReceipt {
    /// An id that may be stored: not empty, at most 255 bytes, and without U+0000, which no text in PostgreSQL holds.
    package static func storableID(_ id: String) -> String? {
        (1...255).contains(id.utf8.count) && !id.utf8.contains(0) ? id : nil
    }

    /// A reason that may be stored: 1 to 40 lower-case letters, digits and hyphens.
    package static func storableReason(_ word: String) -> String? {
        let isWord = word.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        return isWord && (1...40).contains(word.utf8.count) ? word : nil
    }
}
