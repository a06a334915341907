import StrictJSON
import VerificationCore

/// What an administrator writes of a provider on the wire.
package struct ProviderUpdate: Sendable, CustomStringConvertible, CustomReflectable {
    /// What a provider shares with a project, as it came.
    package enum Secret: Sendable, CustomStringConvertible, CustomReflectable {
        case ofClient(String)
        /// Apple's private key, as PEM.
        case applePrivateKey(String)

        package var description: String { "(secret of a provider)" }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Null where a member gets its default.
    private let members: JSONObject

    /// The members that a change names.
    ///
    /// - Parameters:
    ///   - body: as the administrator wrote it.
    ///   - mask: which members are changed, where a missing member gets its default; nil for those of the body.
    ///   - kind: in which list the provider is.
    /// - Throws: an `AccountError` for a member that means nothing here.
    package init(_ body: JSONObject, mask: FieldMask?, of kind: ProviderKind) throws(AccountError) {
        let body = body.camelCased
        members =
            mask.map { $0.paths.reduce(JSONObject()) { $0.setting($1, to: body.value(at: $1) ?? .null) } } ?? body
        for member in members.members where member.value != .null {
            guard kind.members.contains(member.key) else {
                throw .refused(.invalidConfig, "\(member.key.prefix(60)) is not enforced here.")
            }
        }
    }

    /// The provider with these members.
    ///
    /// - Parameters:
    ///   - provider: as it is.
    ///   - seal: makes of a secret what the store keeps.
    /// - Returns: the provider as it shall be.
    /// - Throws: an `AccountError` if a provider cannot be so.
    package func changed(
        _ provider: IdentityProvider, seal: (Secret) throws(AccountError) -> SealedCode
    ) throws(AccountError) -> IdentityProvider {
        var changed = provider
        if members.contains("enabled") { changed.isEnabled = members["enabled"]?.bool ?? false }
        if members.contains("displayName"), !changed.setDisplayName(text("displayName")) {
            throw .refused(.invalidConfig, "displayName is one line of at most 256 bytes.")
        }
        if members.contains("clientId") { try setClient(of: &changed) }
        if members.contains("issuer") { try setIssuer(of: &changed) }
        try setResponseType(of: &changed)
        if members.contains("clientSecret") { try setSecret(of: &changed, seal) }
        if members.contains("appleSignInConfig") { try setApple(of: &changed, seal) }
        try Self.check(changed)
        return changed
    }

    package var description: String { "(change of a provider)" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The first id; others that an operator has added stay.
    private func setClient(of provider: inout IdentityProvider) throws(AccountError) {
        guard let client = text("clientId"), !client.isEmpty else { throw .refused(.missingOAuthClientID) }
        guard provider.setAudiences([client] + provider.audiences.dropFirst()) else {
            throw .refused(.invalidOAuthClientID, "A client id is 1 to 255 letters, digits and signs.")
        }
    }

    private func setIssuer(of provider: inout IdentityProvider) throws(AccountError) {
        guard let issuer = text("issuer"), !issuer.isEmpty else { throw .refused(.missingIssuer) }
        guard provider.setIssuer(issuer) else {
            throw .refused(.invalidIssuer, "An issuer is an https URL, or http to this machine, without a query.")
        }
    }

    /// A provider answers apps by one of the two.
    private func setResponseType(of provider: inout IdentityProvider) throws(AccountError) {
        guard let type = members["responseType"] else { return }
        guard type["token"]?.bool != true else {
            throw .refused(.invalidConfig, "responseType.token is not enforced here.")
        }
        let (token, code) = (type["idToken"]?.bool, type["code"]?.bool)
        if let token, let code, token == code {
            throw .refused(.invalidConfig, "Exactly one of responseType.idToken and responseType.code is true.")
        }
        provider.asksForCode = code ?? token.map(!) ?? false
    }

    private func setSecret(
        of provider: inout IdentityProvider, _ seal: (Secret) throws(AccountError) -> SealedCode
    ) throws(AccountError) {
        guard let secret = text("clientSecret"), !secret.isEmpty else {
            // An app of Apple's has a private key in its place.
            if provider.id != .apple { provider.secret = nil }
            return
        }
        guard provider.id != .apple else {
            throw .refused(.invalidConfig, "verifyd makes apple.com's client secret of codeFlowConfig.privateKey.")
        }
        guard IdentityProvider.isSecret(secret) else {
            throw .refused(.invalidConfig, "clientSecret is 1 to 1000 letters, digits and signs.")
        }
        provider.secret = try seal(.ofClient(secret))
    }
}

// Apple's own members.
extension ProviderUpdate {
    private func setApple(
        of provider: inout IdentityProvider, _ seal: (Secret) throws(AccountError) -> SealedCode
    ) throws(AccountError) {
        let apple = members["appleSignInConfig"]?.object ?? ["bundleIds": .null, "codeFlowConfig": .null]
        guard provider.id == .apple else {
            guard apple.members.allSatisfy({ $0.value == .null }) else {
                throw .refused(.invalidConfig, "appleSignInConfig is for apple.com.")
            }
            return
        }
        if apple.contains("bundleIds") {
            guard !provider.audiences.isEmpty else { throw .refused(.missingOAuthClientID) }
            let bundles = (apple["bundleIds"]?.array ?? []).compactMap(\.string)
            guard provider.setAudiences(provider.audiences.prefix(1) + bundles) else {
                throw .refused(.invalidConfig, "bundleIds are bundle ids such as com.example.shop, beside a clientId.")
            }
        }
        guard apple.contains("codeFlowConfig") else { return }
        let flow = apple["codeFlowConfig"]?.object ?? ["teamId": "", "keyId": "", "privateKey": ""]
        try setAppleKey(of: &provider, flow, seal)
    }

    /// What the change does not name stays, also the private key, which no answer shows.
    private func setAppleKey(
        of provider: inout IdentityProvider, _ flow: JSONObject,
        _ seal: (Secret) throws(AccountError) -> SealedCode
    ) throws(AccountError) {
        let team = flow["teamId"]?.string ?? provider.appleKey?.team ?? ""
        let key = flow["keyId"]?.string ?? provider.appleKey?.key ?? ""
        if let pem = flow["privateKey"] { provider.secret = try Self.privateKey(pem, seal) }
        if team.isEmpty && key.isEmpty && provider.secret == nil {
            provider.appleKey = nil
            return
        }
        guard provider.secret != nil, provider.setAppleKey(team: team, key: key) else {
            throw .refused(.invalidConfig, "codeFlowConfig has teamId and keyId, as Apple shows them, and privateKey.")
        }
    }

    private static func privateKey(
        _ pem: JSONValue, _ seal: (Secret) throws(AccountError) -> SealedCode
    ) throws(AccountError) -> SealedCode? {
        guard let pem = pem.string, !pem.isEmpty else { return nil }
        return try seal(.applePrivateKey(pem))
    }

    private static func check(_ provider: IdentityProvider) throws(AccountError) {
        guard !provider.audiences.isEmpty else { throw .refused(.missingOAuthClientID) }
        guard ProviderKind(provider.id) != .openID || provider.ownIssuer != nil else { throw .refused(.missingIssuer) }
        guard !provider.asksForCode || provider.secret != nil else { throw .refused(.missingOAuthClientSecret) }
    }

    /// Texts may come as numbers, for example Facebook's ids of apps.
    private func text(_ name: String) -> String? {
        members[name].flatMap { $0.string ?? $0.integer.map { "\($0)" } }
    }
}

extension ProviderKind {
    fileprivate var members: Set<String> {
        switch self {
        case .known: ["name", "enabled", "clientId", "clientSecret", "appleSignInConfig"]
        case .openID: ["name", "enabled", "displayName", "clientId", "issuer", "clientSecret", "responseType"]
        }
    }
}

extension IdentityProvider {
    /// As the wire shows it, without secrets.
    package func document(in project: ProjectID) -> JSONObject {
        var document: JSONObject = ["enabled": .bool(isEnabled)]
        document["displayName"] = displayName.map(JSONValue.string)
        document["clientId"] = audiences.first.map(JSONValue.string)
        switch ProviderKind(id) {
        case .openID:
            document["issuer"] = ownIssuer.map(JSONValue.string)
            document["responseType"] = asksForCode ? ["code": true] : ["idToken": true]
        case .known where id == .apple: document["appleSignInConfig"] = appleDocument
        case .known, nil: break
        }
        let list = (ProviderKind(id) ?? .openID).rawValue
        let name = JSONObject.Member(key: "name", value: .string("projects/\(project)/\(list)/\(id)"))
        return JSONObject([name] + document.members)
    }

    private var appleDocument: JSONValue? {
        var members = JSONObject()
        if audiences.count > 1 { members["bundleIds"] = .array(audiences.dropFirst().map(JSONValue.string)) }
        members["codeFlowConfig"] = appleKey.map { ["teamId": .string($0.team), "keyId": .string($0.key)] }
        return members.members.isEmpty ? nil : .object(members)
    }
}
