import Foundation

/// A signed-in user, as the store keeps it.
struct StoredUser: Codable, Sendable, Hashable {
    var tokens: SessionTokens
    var account: WireUser
    var isAnonymous: Bool
}
