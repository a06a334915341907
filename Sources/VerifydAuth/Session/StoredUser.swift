import Foundation

/// A signed-in user, as the store keeps it.
struct StoredUser: Codable, Sendable, Hashable {
    var tokens: SessionTokens
    var account: WireUser
    var isAnonymous: Bool
}

extension StoredUser {
    private static let version = 1

    /// Reads a value of the store; nil if another version of this library wrote it, or something else did.
    ///
    /// The value then stays in the store until the next sign-in or sign-out. So a person who goes back to the version of the app
    /// that wrote it is still signed in.
    init?(kept value: Data?) {
        // What cannot be decoded is the case that nil stands for.
        guard let value, let form = try? JSONDecoder().decode(Form.self, from: value), form.version == Self.version,
            form.user.account.localId?.isEmpty == false
        else { return nil }
        self = form.user
    }

    /// The value as the store gets it.
    func value() throws -> Data { try JSONEncoder().encode(Form(version: Self.version, user: self)) }

    private struct Form: Codable {
        let version: Int
        let user: StoredUser
    }
}
