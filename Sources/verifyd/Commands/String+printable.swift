extension String {
    /// With `\u{1B}` for an escape, and the same for whatever else is not shown but obeyed.
    var printable: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool { properties.generalCategory == .control || properties.isBidiControl }
}
