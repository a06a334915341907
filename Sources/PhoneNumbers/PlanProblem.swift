/// Why a file is no numbering plan: the line, counted from 1, and what is wrong with it.
package struct PlanProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package let line: Int
    package let words: String

    package var description: String { "line \(line): \(words)" }
}
