/// Compares codes without telling by its duration where they differ.
package enum CodeComparison {
    /// Whether both are the same; the time depends on the lengths alone.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
