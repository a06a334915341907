/// Where a verification's code comes from.
package enum CodeSource: Sendable, Hashable {
    /// A key of the ring makes it, always the same for one verification.
    case made(CodeRecipe)
    /// Somebody has set it for the test number; such a verification takes from no limit.
    case fixed

    package var isFixed: Bool {
        switch self {
        case .made: false
        case .fixed: true
        }
    }
}
