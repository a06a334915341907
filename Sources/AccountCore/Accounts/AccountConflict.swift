/// Which name of an account belongs to another account already.
package enum AccountConflict: Sendable, Hashable {
    case id, phone, email, identity

    /// What the wire says of it.
    package var error: WireError {
        switch self {
        case .id: .refused(.duplicateLocalID)
        case .phone: .refused(.phoneNumberExists)
        case .email: .refused(.emailExists)
        case .identity: .refused(.federatedUserIDAlreadyLinked)
        }
    }
}
