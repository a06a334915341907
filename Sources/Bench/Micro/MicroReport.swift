/// What each part costs, and whether that is allowed.
package struct MicroReport: Sendable {
    /// A part, and what a run of it costs.
    package struct Row: Sendable {
        package let part: String
        /// The median of the rounds, for a run.
        package let nanoseconds: Double
        /// What a run allocates; nil in a process that does not count it.
        package let bytes: Int?
        package let allowed: Int
        package let isRight: Bool

        package init(part: String, nanoseconds: Double, bytes: Int?, allowed: Int, isRight: Bool) {
            self.part = part
            self.nanoseconds = nanoseconds
            self.bytes = bytes
            self.allowed = allowed
            self.isRight = isRight
        }
    }

    package let rows: [Row]

    package init(rows: [Row]) { self.rows = rows }

    /// What is wrong; empty when each part did its work and kept to its allowance.
    package var complaints: [String] {
        rows.flatMap { row in
            var complaints = row.isRight ? [] : ["\(row.part): the result is wrong"]
            if let bytes = row.bytes, bytes > row.allowed {
                complaints.append("\(row.part): allocates \(bytes) bytes, of \(row.allowed) allowed")
            }
            return complaints
        }
    }
}
