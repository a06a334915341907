extension KeyRing {
    /// What a typed code is compared with.
    package enum ExpectedCode: Sendable {
        case made(CodeRecipe)
        /// The code that a caller or an operator has set for a test number.
        case set(String)
        /// Nothing is right: the verification is unknown, has ended, or its test number is gone.
        case nothing
    }

    /// Whether the person typed the right code; nil when the ring lacks the recipe's key.
    ///
    /// The work is the same in every case: one derivation, and one comparison of the same length. So the time does not
    /// reveal where a wrong code differs, or whether the verification exists.
    package func isCode(_ typed: String, of verification: VerificationID, expected: ExpectedCode) -> Bool? {
        var recipe = CodeRecipe(keyName: currentName, digits: CodeRecipe.lengths.upperBound)
        if case .made(let own) = expected { recipe = own }
        guard let derived = code(recipe, of: verification) else { return nil }
        let right: String
        let canBeRight: Bool
        switch expected {
        case .made: (right, canBeRight) = (derived, true)
        case .set(let code): (right, canBeRight) = (code, true)
        case .nothing: (right, canBeRight) = (derived, false)
        }
        return CodeComparison.areEqual(typed, right, places: CodeRecipe.lengths.upperBound) && canBeRight
    }
}
