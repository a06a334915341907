/// A value that may be printed, logged and dumped, because it shows its description and nothing else.
///
/// For what holds a secret, such as a password or the text of a message.
package protocol Concealed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Concealed {
    package var debugDescription: String { description }

    /// Empty, because a dump would show each member.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
