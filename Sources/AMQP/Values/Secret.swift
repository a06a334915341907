/// A text that does not print itself.
struct Secret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let value: String
    var description: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
