import Foundation

/// The tokens of a session, as the store keeps them.
struct SessionTokens: Codable, Sendable, Hashable {
    var refreshToken: String
    var idToken: String
    /// When the ID token ends, by the device's clock: the moment of its arrival and its life.
    var expiresAt: Date
    /// When the ID token arrived, by the device's clock.
    var receivedAt: Date
    /// How often tokens have followed upon others in the store.
    ///
    /// Of two processes, the one with the greater number has got further, whatever the clock says.
    var generation = 0

    /// Whether an app may still send the ID token to its backend.
    ///
    /// A token serves until five minutes before its end. A clock that stands before the token's arrival was set back, and then
    /// nothing is known about the token's age.
    func isFresh(at now: Date) -> Bool { now >= receivedAt && now < expiresAt.addingTimeInterval(-300) }
}

extension SessionTokens {
    /// Takes the tokens of an answer that has just arrived.
    ///
    /// Some calls do not say how long an ID token lives; the token does. If neither says it, the next use asks for a new token.
    init(refreshToken: String, idToken: String, expiresIn: String?, receivedAt: Date) {
        let life = expiresIn.flatMap(TimeInterval.init) ?? Self.life(of: idToken) ?? 0
        // A day bounds what an absurd answer can do. NaN becomes 0.
        let bounded = life > 0 ? min(life, 86_400) : 0
        self.init(
            refreshToken: refreshToken, idToken: idToken, expiresAt: receivedAt.addingTimeInterval(bounded),
            receivedAt: receivedAt)
    }

    private static func life(of idToken: String) -> TimeInterval? {
        // A token that cannot be read says no life.
        guard let token = try? AuthTokenResult(token: idToken) else { return nil }
        return token.expirationDate.timeIntervalSince(token.issuedAtDate)
    }
}
