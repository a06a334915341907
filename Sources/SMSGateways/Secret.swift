/// A value of the settings that nothing prints.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// For the place that signs or sends it.
    let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    /// Empty, so that dumping a value that holds a secret does not tell it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
