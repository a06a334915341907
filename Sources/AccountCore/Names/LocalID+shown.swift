extension LocalID {
    /// An account's id for the audit and for operators; an id that looks like a phone number is masked.
    ///
    /// An administrator who makes an account may choose such an id.
    package static func shown(_ id: String) -> String {
        let text = id.filter { !"+-. ()".contains($0) }
        let isNumber = (7...15).contains(text.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? String(repeating: "•", count: text.count - 2) + text.suffix(2) : id
    }
}
