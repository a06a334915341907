import Operations

extension PageCall {
    /// The number before which the page's lines are, as the link to older lines has it; nil for the newest lines.
    func before() throws(OperatorProblem) -> Int64? {
        guard let text = query("before") else { return nil }
        guard let number = Int64(text) else { throw .unusable("The address has a page's number that is no number.") }
        return number
    }
}
