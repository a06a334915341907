extension KeyRing {
    /// What a typed code is compared with.
    package enum ExpectedCode: Sendable {
        case made(CodeRecipe)
        /// The code that somebody has set for a test number.
        case set(String)
        /// Nothing is right: the verification is unknown, has ended, or its test number is gone.
        case nothing
    }

    /// Whether somebody typed the right code of a verification.
    ///
    /// It takes the same work, one derivation and one comparison of the same length, whatever comes of it. So the time
    /// tells nobody where a wrong code differs, or whether there is such a verification.
    ///
    /// Nil when the ring no longer holds the recipe's key.
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
