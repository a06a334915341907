/// Port: whether the store can do a worker's work; asked by the gate before the store.
package protocol StoreHealth: Sendable {
    /// Returns when the store has shown that it can do a worker's work.
    ///
    /// Then it is of the version that this program knows, and nothing is missing, forbidden or damaged that a claim and
    /// its record need. Leaves nothing behind.
    func examine() async throws(StoreProblem)
}
