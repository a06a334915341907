/// By which settings a claim was made: the numbers of the last changes that its maker knew.
///
/// A worker answers from memory, and may have been frozen meanwhile. So the store compares these numbers with its own in
/// the transaction that decides the claim. Where they differ, the worker has to read the settings again; see
/// `Verdict.outdated`.
package struct ClaimBasis: Sendable, Hashable {
    /// Before the first change of anything.
    package static let none = ClaimBasis()

    package var app: Int64 = 0
    package var blocks: Int64 = 0
    package var switches: Int64 = 0

    package init(app: Int64 = 0, blocks: Int64 = 0, switches: Int64 = 0) {
        (self.app, self.blocks, self.switches) = (app, blocks, switches)
    }
}
