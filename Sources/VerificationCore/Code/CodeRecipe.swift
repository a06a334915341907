/// How a worker makes a verification's code again: the name of the ring's key, and the number of digits.
package struct CodeRecipe: Sendable, Hashable {
    package let keyName: String
    package let digits: Int

    package init(keyName: String, digits: Int) {
        self.keyName = keyName
        self.digits = digits
    }

    /// How many digits a code can have.
    package static let lengths = 4...10

    /// The digits of a code as a person types or pastes it, such as `482 913`; nil for a text that can be no code.
    ///
    /// Only blanks, dashes, invisible marks and the script of the digits are lost. So no wrong code becomes right.
    package static func code(typed text: String) -> String? {
        if isCode(text) { return text }
        return PastedText.unspaced(text).flatMap { isCode($0) ? $0 : nil }
    }

    /// Whether a text is 4 to 10 ASCII digits and nothing else.
    private static func isCode(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// Where a verification's code comes from.
package enum CodeSource: Sendable, Hashable {
    /// A key of the ring makes it; for the same verification it is always the same.
    case made(CodeRecipe)
    /// A caller or an operator has set it for a test number. Such a verification takes from no limit.
    case fixed

    package var isFixed: Bool {
        switch self {
        case .made: false
        case .fixed: true
        }
    }
}
