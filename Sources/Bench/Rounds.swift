/// The figures of several rounds; the middle one counts.
package enum Rounds {
    /// The middle of the figures; of an even number, the mean of the two in the middle; 0 without figures.
    package static func median(_ figures: [Double]) -> Double {
        guard !figures.isEmpty else { return 0 }
        let sorted = figures.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
