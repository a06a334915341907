import StrictJSON
import VerificationCore

/// Another provider, as it knows a project's apps.
package struct IdentityProvider: Sendable, Hashable {
    /// For example `facebook.com`, `apple.com`, `google.com` or `oidc.shop`.
    package let id: ProviderID
    package var isEnabled = true
    /// Whether a token with a nonce is good although the call brings none; see `ForeignIDToken.checkNonce`.
    package var mayHideNonce = false
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
    /// Whether an administrator has written that apps get a code from the provider, and not an ID token.
    ///
    /// Kept for administrators alone: verifyd takes ID tokens only, and exchanges no code.
    package var asksForCode = false

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
    package var shown: JSONObject {
        var members: JSONObject = [
            "id": .string(id.text), "enabled": .bool(isEnabled), "audiences": .array(audiences.map(JSONValue.string)),
        ]
        members["hiddenNonce"] = mayHideNonce ? true : nil
        members["name"] = displayName.map(JSONValue.string)
        members["issuer"] = ownIssuer.map(JSONValue.string)
        members["keys"] = ownKeySetURL.map(JSONValue.string)
        members["service"] = ownServiceURL.map(JSONValue.string)
        members["appleKey"] = appleKey.map { ["team": .string($0.team), "key": .string($0.key)] }
        if asksForCode { members["asksForCode"] = true }
        return members
    }

    var json: JSONValue {
        var members = shown
        members["keyName"] = secret.map { .string($0.keyName) }
        members["secret"] = secret.map { .string(Base64.encodeForURL($0.bytes)) }
        return .object(members)
    }

    private static let texts: Set<String> = ["id", "name", "issuer", "keys", "service", "keyName", "secret"]
    private static let others: Set<String> = ["enabled", "hiddenNonce", "audiences", "appleKey", "asksForCode"]

    /// Nil for what another version has written.
    init?(_ json: JSONValue) {
        guard let members = json.object?.members, let id = json["id"]?.string.flatMap(ProviderID.init),
            let isEnabled = json["enabled"]?.bool, let list = json["audiences"]?.array,
            members.allSatisfy({ member in
                Self.others.contains(member.key) || Self.texts.contains(member.key) && member.value.string != nil
            })
        else { return nil }
        self.init(id)
        (self.isEnabled, audiences) = (isEnabled, list.compactMap(\.string))
        mayHideNonce = json["hiddenNonce"]?.bool ?? false
        (displayName, ownIssuer) = (json["name"]?.string, json["issuer"]?.string)
        (ownKeySetURL, ownServiceURL) = (json["keys"]?.string, json["service"]?.string)
        asksForCode = json["asksForCode"]?.bool ?? false
        appleKey = json["appleKey"].flatMap(AppleKey.init)
        if let name = json["keyName"]?.string, let bytes = json["secret"]?.string.flatMap({ Base64.decode($0) }) {
            secret = SealedCode(keyName: name, bytes: bytes)
        }
        // What cannot be read here would be lost with the next change.
        guard audiences.count == list.count, (json["appleKey"] == nil) == (appleKey == nil),
            (json["secret"] == nil) == (secret == nil), (json["keyName"] == nil) == (secret == nil),
            json["asksForCode"].map({ $0.bool != nil }) ?? true
        else { return nil }
    }
}

extension IdentityProvider.AppleKey {
    fileprivate init?(_ json: JSONValue) {
        guard let team = json["team"]?.string, let key = json["key"]?.string, json.object?.members.count == 2 else {
            return nil
        }
        self.init(team: team, key: key)
    }
}
