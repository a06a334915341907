import Foundation

/// A change of a user's name and picture.
///
/// What is not set stays as it is; nil removes.
public final class UserProfileChangeRequest {
    private let user: User

    init(_ user: User) { self.user = user }

    /// The new name; nil removes it.
    public var displayName: String?
    /// The address of the new picture; nil removes it.
    public var photoURL: URL?

    /// Carries the change out.
    ///
    /// - Throws: an ``AuthError``; the change may be repeated.
    public func commitChanges() async throws { throw AuthError(.internalError) }
}
