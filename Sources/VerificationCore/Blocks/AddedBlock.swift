/// What became of a rule that was to be added.
package enum AddedBlock: Sendable, Hashable {
    /// It stands; `former` is what stood on this target before.
    case added(BlockRule, former: BlockRule?)
    /// There are as many rules as there may be.
    case tooMany
}
