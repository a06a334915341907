import StrictJSON
import VerificationCore

/// What an App Check token says: a JWT that an attestation service gives an app on a device it trusts.
///
/// Google documents these checks for backends of one's own: the algorithm, the issuer, the audience and the life.
package struct AppCheckToken: Sendable, Hashable {
    /// What Firebase's SDKs send where the app could not get a token, for example in a simulator or without a network.
    package static let placeholder = "eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ=="
    /// No token of Google's is longer, in bytes.
    package static let longest = 8_192
    /// No token is good for longer; Google's live at most seven days.
    private static let longestLife: Int64 = 7 * 86_400
    /// How many seconds in the future a token may have been made: the issuer's clock may be ahead.
    private static let clockDifference: Int64 = 60

    /// Who has signed it, if the signature fits.
    package let issuer: AppCheckIssuer
    /// The app that the issuer names, for example `1:1234567890:ios:321abc456def7890`.
    package let app: String
    private let madeAt: Int64
    private let goodUntil: Int64

    /// Reads the claims of a token before the caller checks its signature.
    ///
    /// Nil for claims that no issuer writes, and for an issuer or an audience that the project does not take.
    package init?(_ claims: JSONObject, of issuers: [AppCheckIssuer]) {
        guard let name = claims["iss"]?.string, let app = claims["sub"]?.string, !app.isEmpty,
            let madeAt = claims["iat"]?.integer, let goodUntil = claims["exp"]?.integer, 0 <= madeAt, madeAt < goodUntil
        else { return nil }
        let audiences = claims["aud"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
        guard let issuer = issuers.first(where: { $0.issuer == name && audiences.contains($0.audience) })
        else { return nil }
        (self.issuer, self.app, self.madeAt, self.goodUntil) = (issuer, app, madeAt, goodUntil)
    }

    /// Whether the token is good at this moment.
    package func isGood(at now: Timestamp) -> Bool {
        now.unixSeconds < goodUntil && madeAt - Self.clockDifference <= now.unixSeconds
            && goodUntil - madeAt <= Self.longestLife
    }
}
