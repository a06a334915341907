/// Port: where processes add up what they have counted.
package protocol TallyStore: Sendable {
    /// Adds counts to those on record; `tallies` are in the order of their keys, and no key is there twice.
    ///
    /// After an error nothing is added, or all is added and the answer was lost. So whoever adds again may count twice;
    /// tallies are statistics.
    func add(_ tallies: [Tally]) async throws(StoreProblem)
}
