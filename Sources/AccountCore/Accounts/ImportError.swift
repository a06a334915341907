/// Why an account of an import was not saved; the texts are the wire's.
package enum ImportError: String, Error, Sendable, CaseIterable {
    case noID = "localId is missing"
    case invalidID = "localId is invalid"
    case existingID = "localId belongs to an existing account - can not overwrite."
    case foreignTenant = "Tenant id in userInfo does not match the tenant id in request."
    case invalidClaims = "Invalid custom claims provided."
    case reservedClaim = "Custom claims provided include a reserved claim."
    case claimsTooLarge = "Custom claims provided are too large."
    case noRawID = "federatedId or (providerId & rawId) is required"
    case invalidRawID = "provider id or raw id is invalid"
    case existingRawID = "raw id exists in other account in database"
    case invalidPhone = "phone number format is invalid"
    case existingPhone = "phone number exists in other account in database"
    case invalidEmail = "email is invalid"
    case existingEmail = "email exists in other account in database"
    case longProfile = "display name or photo url is too long"
    case manyLinks = "an account has too many providers"
    case secondFactor = "Second factor not supported."
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
    package init(ofClaims error: WireError) {
        if case .refused(.claimsTooLarge, _) = error {
            self = .claimsTooLarge
        } else if case .refused(.forbiddenClaim, _) = error {
            self = .reservedClaim
        } else {
            self = .invalidClaims
        }
    }
}
