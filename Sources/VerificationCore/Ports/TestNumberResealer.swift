/// Port: locks the codes of test numbers away under another key, for an operator who changes keys.
package protocol TestNumberResealer: Sendable {
    /// Locks the codes of all apps' test numbers away under the ring's current key, so that its older keys may go.
    ///
    /// A test number that somebody saves meanwhile stays as it is saved, which is under that process's current key.
    ///
    /// - Returns: how many codes were under another key and are now under the current key; and how many stay as they are,
    ///   because the ring lacks their key.
    func resealTestNumbers(by keys: KeyRing) async throws(StoreProblem) -> (resealed: Int, locked: Int)
}
