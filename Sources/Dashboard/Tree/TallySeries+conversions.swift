import Operations
import VerificationCore

extension TallySeries {
    /// The whole time in one count of each kind.
    var sums: [TallyKind: Int] { counts.mapValues { $0.reduce(0, +) } }

    /// What began and was approved at each point.
    var conversions: [Conversion] {
        let length = counts.values.map(\.count).max() ?? 0
        return (0..<length).map { place in Conversion(counts.mapValues { $0[place] }) }
    }
}

extension Conversion {
    /// With one digit after the point, for example 62.5; nil where nothing began.
    var percent: Double? { share.map { ($0 * 1_000).rounded() / 10 } }
}
