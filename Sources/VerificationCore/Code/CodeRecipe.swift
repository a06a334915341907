/// How a verification's code is made again: by which key of the ring, with how many digits.
package struct CodeRecipe: Sendable, Hashable {
    package let keyName: String
    package let digits: Int

    package init(keyName: String, digits: Int) {
        self.keyName = keyName
        self.digits = digits
    }

    /// The code is not made but set: it is the test number's.
    ///
    /// No key of a ring has an empty name.
    package static let fixed = CodeRecipe(keyName: "", digits: 0)

    package var isFixed: Bool { keyName.isEmpty }

    /// How many digits a code can have.
    package static let lengths = 4...10

    /// Whether a text could be a code: so many ASCII digits and nothing else.
    package static func isCode(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
