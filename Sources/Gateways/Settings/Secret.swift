import Connections

/// A value of the settings that nothing prints.
package struct Secret: Sendable, Hashable, Concealed {
    /// For the place that signs or sends it.
    let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "(secret)" }
}
