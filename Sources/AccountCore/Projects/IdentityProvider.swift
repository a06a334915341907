import StrictJSON
import VerificationCore

/// Another provider, as it knows a project's apps.
package struct IdentityProvider: Sendable, Hashable {
    /// For example `facebook.com`, `apple.com`, `google.com` or `oidc.shop`.
    package let id: ProviderID
    package var isEnabled = true
    /// What operators and apps call it; nil for its id.
    package var displayName: String?
    /// The ids that the provider has given the project's apps: an ID token has to name one of them as its audience.
    ///
    /// For Facebook the app's id, for Apple bundle ids and service ids, for others client ids.
    package var audiences: [String] = []
    /// The `iss` of its ID tokens; nil for the usual issuer of the provider.
    package var ownIssuer: String?
    /// Where its keys are, as a JSON Web Key Set; nil for the usual place.
    package var ownKeySetURL: String?
    /// Where the provider answers about access tokens: Facebook's Graph, or Apple's token service; nil for the usual place.
    package var ownServiceURL: String?
    /// The secret of the app or client, or Apple's private key as PEM, sealed for the project and provider; nil without.
    package var secret: SealedCode?
    /// Whose key Apple's private key is: the team's id and the key's id; nil for others.
    package var appleKey: AppleKey?

    /// By what Apple finds a private key.
    package struct AppleKey: Sendable, Hashable {
        package let team: String
        package let key: String

        package init(team: String, key: String) { (self.team, self.key) = (team, key) }
    }

    package init(_ id: ProviderID) { self.id = id }

    /// What the secret is sealed for.
    package static func purpose(of project: ProjectID, _ id: ProviderID) -> String {
        "identity provider \(project) \(id)"
    }
}

// As the store keeps it.
extension IdentityProvider {
    /// Without the secret.
    var shown: JSONObject {
        var members: JSONObject = [
            "id": .string(id.text), "enabled": .bool(isEnabled), "audiences": .array(audiences.map(JSONValue.string)),
        ]
        members["name"] = displayName.map(JSONValue.string)
        members["issuer"] = ownIssuer.map(JSONValue.string)
        members["keys"] = ownKeySetURL.map(JSONValue.string)
        members["service"] = ownServiceURL.map(JSONValue.string)
        members["appleKey"] = appleKey.map { ["team": .string($0.team), "key": .string($0.key)] }
        return members
    }

    var json: JSONValue {
        var members = shown
        members["keyName"] = secret.map { .string($0.keyName) }
        members["secret"] = secret.map { .string(Base64.encodeForURL($0.bytes)) }
        return .object(members)
    }

    private static let members: Set<String> = [
        "id", "enabled", "audiences", "name", "issuer", "keys", "service", "appleKey", "keyName", "secret",
    ]

    /// Nil for what another version has written.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string.flatMap(ProviderID.init), let isEnabled = json["enabled"]?.bool,
            let audiences = json["audiences"]?.array?.compactMap(\.string),
            json.object?.members.allSatisfy({ Self.members.contains($0.key) }) == true
        else { return nil }
        self.init(id)
        (self.isEnabled, self.audiences) = (isEnabled, audiences)
        (displayName, ownIssuer) = (json["name"]?.string, json["issuer"]?.string)
        (ownKeySetURL, ownServiceURL) = (json["keys"]?.string, json["service"]?.string)
        if let team = json["appleKey"]?["team"]?.string, let key = json["appleKey"]?["key"]?.string {
            appleKey = AppleKey(team: team, key: key)
        }
        if let name = json["keyName"]?.string, let bytes = json["secret"]?.string.flatMap({ Base64.decode($0) }) {
            secret = SealedCode(keyName: name, bytes: bytes)
        }
    }
}
