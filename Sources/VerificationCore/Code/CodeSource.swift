/// Where a verification's code comes from.
package enum CodeSource: Sendable, Hashable {
    /// A key of the ring makes it; for the same verification it is always the same.
    case made(CodeRecipe)
    /// A caller or an operator has set it for a test number. Such a verification takes from no limit.
    case fixed

    package var isFixed: Bool {
        switch self {
        case .made: false
        case .fixed: true
        }
    }
}
