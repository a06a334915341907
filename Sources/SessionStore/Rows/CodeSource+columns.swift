import VerificationCore

/// `code_key` and `code_digits`; both are empty for a code that is not made.
extension CodeSource {
    init(keyName: String, digits: Int16) {
        self = keyName.isEmpty ? .fixed : .made(CodeRecipe(keyName: keyName, digits: Int(digits)))
    }

    var keyName: String {
        switch self {
        case .made(let recipe): recipe.keyName
        case .fixed: ""
        }
    }

    var digits: Int16 {
        switch self {
        case .made(let recipe): Int16(clamping: recipe.digits)
        case .fixed: 0
        }
    }
}
