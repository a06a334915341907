import SMPP

extension SMPPAddress {
    /// A sender with the kind of its number, as most SMSCs want it; nil for what is no sender.
    ///
    /// A number has a plus or more than 8 digits, a short code fewer, and a name 1 to 11 characters.
    init?(sender: String) {
        let digits = sender.hasPrefix("+") ? sender.dropFirst() : sender[...]
        if (1...15).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit) {
            let isShort = !sender.hasPrefix("+") && digits.utf8.count <= 8
            self = isShort ? .shortCode(sender) : .international(String(digits))
        } else {
            guard (1...11).contains(sender.utf8.count), sender.utf8.allSatisfy(\.isPrintableASCII) else { return nil }
            self = .alphanumeric(sender)
        }
    }
}
