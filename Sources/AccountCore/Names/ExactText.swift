/// A text that equals another text only byte by byte, as databases compare.
///
/// Swift takes some texts for equal whose bytes differ, for example an `é` of a single scalar and an `e` with an accent.
struct ExactText: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // No text holds this byte, so it ends a text.
        hasher.combine(UInt8.max)
    }
}
