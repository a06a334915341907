extension String {
    /// Shows each character that a terminal would obey by its number, for example `\u{1B}` for an escape.
    var printable: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool { properties.generalCategory == .control || properties.isBidiControl }
}
