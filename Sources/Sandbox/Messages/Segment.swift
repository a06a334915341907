/// Which part of a longer text a message carries, where the sender cut the text itself.
struct Segment: Sendable, Hashable {
    /// Joins the parts of a text; the sender uses a number again for later texts.
    let reference: UInt16
    /// From 1 to `count`.
    let number: Int
    let count: Int
}
