/// Why an account of an import was not saved.
package enum ImportError: Error, Sendable, CaseIterable {
    case noID
    case invalidID
    case existingID
    case foreignTenant
    case invalidClaims
    case reservedClaim
    case claimsTooLarge
    case noRawID
    case invalidRawID
    case existingRawID
    case invalidPhone
    case existingPhone
    case invalidEmail
    case existingEmail
    case longProfile
    case manyLinks
    case factorWithoutEmail
    case factorWithUnverifiedEmail
    case existingFactorID
    case invalidFactorID
    /// A second factor of another kind than a phone: its secret is not in the import.
    case secondFactor
    case invalidFactorPhone
    case manyFactors
}

extension ImportError {
    package init(_ conflict: AccountConflict) {
        self =
            switch conflict {
            case .id: .existingID
            case .phone: .existingPhone
            case .email: .existingEmail
            case .identity: .existingRawID
            }
    }

    /// What an import says of claims that `CustomClaims` refuses.
    package init(ofClaims error: AccountError) {
        if case .refused(.claimsTooLarge, _) = error {
            self = .claimsTooLarge
        } else if case .refused(.forbiddenClaim, _) = error {
            self = .reservedClaim
        } else {
            self = .invalidClaims
        }
    }
}
