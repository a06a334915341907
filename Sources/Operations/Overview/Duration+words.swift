extension Duration {
    /// For people, for example `4m 12s`, or `15m`; never negative.
    package var words: String {
        let seconds = max(0, components.seconds)
        func words(_ large: String, _ small: String, _ length: Int64) -> String {
            let rest = seconds % length / (length / (length == 86_400 ? 24 : 60))
            return "\(seconds / length)\(large)" + (rest == 0 ? "" : " \(rest)\(small)")
        }
        switch seconds {
        case 0..<60: return "\(seconds)s"
        case 60..<3_600: return words("m", "s", 60)
        case 3_600..<86_400: return words("h", "m", 3_600)
        default: return words("d", "h", 86_400)
        }
    }
}
