/// Port: whether the store can do this process's work; asked by the gate before the store.
package protocol StoreHealth: Sendable {
    /// Returns when the store has shown that it can do this process's work.
    ///
    /// Then it is of the version that this program knows, and nothing is missing, forbidden or damaged that the work
    /// needs: for a worker a claim and its record, for an API a cancel and an erasure. Leaves nothing behind.
    func examine() async throws(StoreProblem)
}
