import Foundation

/// The tokens of a session, as the store keeps them.
struct SessionTokens: Codable, Sendable, Hashable {
    var refreshToken: String
    var idToken: String
    /// When the ID token ends, by the device's clock: the moment of its arrival and its life.
    var expiresAt: Date
    /// When the ID token arrived, by the device's clock.
    var receivedAt: Date

    /// Whether an app may still send the ID token to its backend.
    ///
    /// A token serves until five minutes before its end. A clock that stands before the token's arrival was set back, and then
    /// nothing is known about the token's age.
    func isFresh(at now: Date) -> Bool { now >= receivedAt && now < expiresAt.addingTimeInterval(-300) }
}
