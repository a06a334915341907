/// What a caller who waits for news of a verification has seen of it; another stamp means that something is new.
///
/// It says how the verification and its last message stand, in words that only the store understands.
package struct StatusStamp: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
