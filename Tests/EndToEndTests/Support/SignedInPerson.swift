import Foundation
import StrictJSON
import Testing

/// What a sign-in through the Firebase surface gives an app.
struct SignedInPerson: Sendable {
    let id: String
    let idToken: String
    let refreshToken: String

    /// Throws with what the surface said when nobody is signed in.
    init(_ answer: IdentityCaller.Answer) throws {
        id = try #require(answer["localId"], "\(answer.status) \(answer.message ?? "")")
        idToken = try #require(answer["idToken"])
        refreshToken = try #require(answer["refreshToken"])
    }

    /// The same person with the new ID token of a refresh.
    init(refreshed answer: IdentityCaller.Answer) throws {
        id = try #require(answer["user_id"], "\(answer.status) \(answer.message ?? "")")
        idToken = try #require(answer["id_token"])
        refreshToken = try #require(answer["refresh_token"])
    }

    /// What the ID token says, read as apps read it: without a look at the signature.
    var claims: JSONValue { get throws { try part(1) } }

    /// The name of the key that has signed the ID token.
    var keyName: String? { get throws { try part(0)["kid"]?.string } }

    private func part(_ place: Int) throws -> JSONValue {
        let parts = idToken.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3, "a token has three parts")
        let base64 = parts[place].replacing("-", with: "+").replacing("_", with: "/")
        let filled = String(base64) + String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return try JSONValue(parsing: try #require(Data(base64Encoded: filled)))
    }
}
