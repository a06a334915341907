import Foundation

/// When an account was made and last used, by the server's clock.
public struct UserMetadata: Sendable, Hashable, Codable {
    /// When the account was made; nil before the first answer that says so.
    public let creationDate: Date?
    /// When the person last signed in; nil before the first answer that says so.
    public let lastSignInDate: Date?
}
