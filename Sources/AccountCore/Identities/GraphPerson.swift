import StrictJSON
import VerificationCore

/// A person as Graph shows them to an app.
package struct GraphPerson: Sendable, Hashable {
    /// The person's id for this app, which is also the `sub` of Limited Login.
    package let id: String
    /// All that Graph says.
    package let profile: JSONObject

    /// Reads the answer about the owner of a token.
    ///
    /// - Parameters:
    ///   - answer: of `me`.
    ///   - status: of the answer, an HTTP status.
    ///   - owner: the id that Graph has given as the token's owner.
    /// - Throws: `badToken` if the answer is about somebody else; `refused` and `unusable`.
    package init(_ answer: JSONObject, status: Int, owner: String) throws(GraphError) {
        try answer.checkGraphError()
        guard status == 200 else { throw .unusable("status \(status)") }
        guard let id = answer["id"]?.string else { throw .unusable("the answer names no person") }
        guard id == owner else { throw .badToken }
        (self.id, profile) = (id, answer)
    }

    /// Who the person is; Graph does not say whether somebody has confirmed the address.
    package func identity(accessToken: String) -> ProvenIdentity {
        let link = ProviderLink(
            .facebook, rawID: id, displayName: ProvenIdentity.name(profile["name"]),
            photoURL: ProvenIdentity.url(profile["picture"]?["data"]?["url"]),
            email: ProvenIdentity.email(profile["email"]))
        var identity = ProvenIdentity(link, federatedID: Self.federatedID(of: id))
        identity.firstName = ProvenIdentity.name(profile["first_name"])
        identity.lastName = ProvenIdentity.name(profile["last_name"])
        (identity.profile, identity.accessToken) = (profile, accessToken)
        return identity
    }

    static func federatedID(of id: String) -> String { "http://facebook.com/\(id)" }
}

extension JSONObject {
    /// The numbers by which Graph means that a token is no good.
    private static let ofTokens: Set<Int64> = [102, 190]

    /// Graph may say an error with any status.
    func checkGraphError() throws(GraphError) {
        guard let error = self["error"] else { return }
        guard let code = error["code"]?.integer else { throw .unusable("an error without a number") }
        if Self.ofTokens.contains(code) { throw .refused("error \(code)") }
        throw .unusable("error \(code)")
    }
}
