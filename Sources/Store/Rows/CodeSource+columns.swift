import VerificationCore

/// The columns `code_key` and `code_digits`: an empty text and 0 for the fixed code of a test number.
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
