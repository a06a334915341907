/// Port: which apps there are, for people who look after them.
///
/// The API and the worker ask an `AppDirectory` instead, which answers from memory.
package protocol AppReader: Sendable {
    /// All apps as they are now.
    func apps() async throws(StoreProblem) -> StoredApps
}
