import Foundation

/// A change of a user's name and picture.
///
/// What is not set stays as it is; nil removes.
public final class UserProfileChangeRequest: Sendable {
    private let user: User
    /// What was set; a name without a value is removed.
    private let name = Guarded<String??>(nil)
    private let photo = Guarded<URL??>(nil)

    init(_ user: User) { self.user = user }

    /// The new name; nil removes it.
    ///
    /// Before it is set, it is the name that the user has.
    public var displayName: String? {
        get { name.with { $0 } ?? user.displayName }
        set { name.with { $0 = .some(newValue) } }
    }

    /// The address of the new picture; nil removes it.
    ///
    /// Before it is set, it is the address that the user has.
    public var photoURL: URL? {
        get { photo.with { $0 } ?? user.photoURL }
        set { photo.with { $0 = .some(newValue) } }
    }

    /// Carries the change out.
    ///
    /// Without a change no call is made.
    ///
    /// - Throws: an ``AuthError``; the change may be repeated.
    public func commitChanges() async throws {
        var members: [String: WireValue] = [:]
        var removed: [WireValue] = []
        if let name = name.with({ $0 }) {
            if let name { members["displayName"] = .text(name) } else { removed.append("DISPLAY_NAME") }
        }
        if let photo = photo.with({ $0 }) {
            if let photo { members["photoUrl"] = .text(photo.absoluteString) } else { removed.append("PHOTO_URL") }
        }
        if !removed.isEmpty { members["deleteAttribute"] = .list(removed) }
        if !members.isEmpty { try await user.update(members) }
    }
}
