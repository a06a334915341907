extension Duration {
    /// For people, for example `4m 12s`; never negative.
    package var words: String {
        let seconds = max(0, components.seconds)
        switch seconds {
        case 0..<60: return "\(seconds)s"
        case 60..<3_600: return "\(seconds / 60)m \(seconds % 60)s"
        case 3_600..<86_400: return "\(seconds / 3_600)h \(seconds % 3_600 / 60)m"
        default: return "\(seconds / 86_400)d \(seconds % 86_400 / 3_600)h"
        }
    }
}
