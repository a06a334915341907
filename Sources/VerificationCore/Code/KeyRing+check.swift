extension KeyRing {
    /// Whether somebody typed the right code of a verification.
    ///
    /// Does the same work, one derivation and one comparison of the same length, whatever comes of it: so nobody learns
    /// from the time where a wrong code differs, or whether there is such a verification. For one that is unknown or has
    /// ended, `recipe` is nil and nothing is right. A verification with a fixed recipe is right with `fixed` alone, which
    /// counts for nothing otherwise; nothing is right for it while `fixed` is nil.
    ///
    /// Nil when the ring no longer holds the recipe's key.
    package func isCode(
        _ typed: String, of verification: VerificationID, recipe: CodeRecipe?, fixed: String? = nil
    ) -> Bool? {
        let isDerived = recipe.map { !$0.isFixed } ?? false
        let spare = CodeRecipe(keyName: currentName, digits: CodeRecipe.lengths.upperBound)
        guard let derived = code(isDerived ? recipe ?? spare : spare, of: verification) else { return nil }
        let set = recipe == nil || isDerived ? nil : fixed
        let isEqual = CodeComparison.areEqual(typed, set ?? derived, places: CodeRecipe.lengths.upperBound)
        return isEqual && (isDerived || set != nil)
    }
}
