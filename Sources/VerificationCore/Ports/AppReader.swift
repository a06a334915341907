/// Port: which apps there are, for people who look after them.
///
/// Whoever serves apps asks an `AppDirectory`, which answers from memory.
package protocol AppReader: Sendable {
    /// All apps as they are now.
    func apps() async throws(StoreProblem) -> StoredApps
}
