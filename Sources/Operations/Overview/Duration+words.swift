extension Duration {
    /// For people, for example `4m 12s`, or `15m`; never negative.
    package var words: String {
        let seconds = max(0, components.seconds)
        switch seconds {
        case 0..<60: return "\(seconds)s"
        case 60..<3_600: return Self.words("\(seconds / 60)m", rest: seconds % 60, unit: "s")
        case 3_600..<86_400: return Self.words("\(seconds / 3_600)h", rest: seconds % 3_600 / 60, unit: "m")
        default: return Self.words("\(seconds / 86_400)d", rest: seconds % 86_400 / 3_600, unit: "h")
        }
    }

    private static func words(_ large: String, rest: Int64, unit: String) -> String {
        rest == 0 ? large : "\(large) \(rest)\(unit)"
    }
}
