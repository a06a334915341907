/// How a verification's code is made again: by which key of the ring, with how many digits.
package struct CodeRecipe: Sendable, Hashable {
    package let keyName: String
    package let digits: Int

    package init(keyName: String, digits: Int) {
        self.keyName = keyName
        self.digits = digits
    }

    /// How many digits a code can have.
    package static let lengths = 4...10

    /// Whether a text could be a code: 4 to 10 ASCII digits and nothing else.
    package static func isCode(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
