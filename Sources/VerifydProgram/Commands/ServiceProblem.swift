/// A service does not answer, or refuses: words for the operator, and an exit status that says so.
struct ServiceProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
