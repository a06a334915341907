/// The number of a project at Google, for example `123456789012`.
package enum GoogleProjectNumber {
    /// Whether a text is a number as Google gives projects.
    package static func isNumber(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
