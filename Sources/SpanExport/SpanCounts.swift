/// What became of the spans of a process.
package struct SpanCounts: Sendable, Hashable {
    /// The receiver has them.
    package internal(set) var sent = 0
    /// Too many waited already.
    package internal(set) var dropped = 0
    /// The receiver refused them, or could not be reached.
    package internal(set) var failed = 0
}
