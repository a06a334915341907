/// A route that can never decide, because an earlier one is for all its messages.
package struct UnreachableRoute: Error, Sendable, Hashable {
    /// Which it is, from 0; the rest counts as the last.
    package let index: Int
    /// The earlier route, from 0.
    package let behind: Int
}
