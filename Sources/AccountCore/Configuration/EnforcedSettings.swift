import StrictJSON

/// Which members of a project's configuration a server in production may keep.
///
/// Many members promise safety to people, for example a check of every sign-up by a function of one's own, and verifyd does
/// not keep that promise. Production refuses them where they are switched on, and does not show them where they were kept before. A
/// member that this table does not name may be such a promise, so production treats it as one.
package enum EnforcedSettings {
    /// No longer name of an unknown member is repeated to its caller.
    private static let longestName = 60

    /// What this program does, what promises nothing, and details that mean nothing while their switch is off.
    private static let always = Set(
        """
        name subtype authorizedDomains smsRegionConfig emailPrivacyConfig.enableImprovedEmailPrivacy \
        signIn.phoneNumber.enabled signIn.phoneNumber.testPhoneNumbers signIn.email.enabled \
        signIn.email.passwordRequired signIn.anonymous.enabled autodeleteAnonymousUsers \
        client.apiKey client.firebaseSubdomain defaultHostingSite mobileLinksConfig notification \
        mfa.enabledProviders multiTenant.defaultTenantLocation \
        passwordPolicyConfig.lastUpdateTime passwordPolicyConfig.passwordPolicyVersions \
        recaptchaConfig.managedRules recaptchaConfig.recaptchaKeys recaptchaConfig.tollFraudManagedRules
        """.split(separator: " ").map { $0.split(separator: ".").map(String.init) })

    /// The first member that a change switches on or changes and that is not enforced, for example
    /// `multiTenant.allowTenants`.
    ///
    /// - Parameters:
    ///   - document: the configuration after the change.
    ///   - before: the configuration that is kept; what stands there already is no change.
    /// - Returns: the member by its first two names; nil where all is enforced, or off.
    package static func unenforced(in document: JSONObject, insteadOf before: JSONObject) -> String? {
        first(.object(document), insteadOf: .object(before), at: [], where: harmless(in: document))?.prefix(2)
            .map { String($0.prefix(longestName)) }.joined(separator: ".")
    }

    /// The document without the members that are on and not enforced.
    package static func enforced(of document: JSONObject) -> JSONObject {
        kept(.object(document), at: [], where: harmless(in: document))?.object ?? JSONObject()
    }

    /// Second factors are enforced where they are of a kind that this program has.
    private static func harmless(in document: JSONObject) -> Set<[String]> {
        var paths = always
        if SecondFactorRules.namesKind(document["mfa"]) { paths.insert(["mfa", "state"]) }
        if SecondFactorRules.knowsKinds(document["mfa"]) { paths.insert(["mfa", "providerConfigs"]) }
        return paths
    }

    private static func first(
        _ value: JSONValue, insteadOf old: JSONValue?, at path: [String], where harmless: Set<[String]>
    ) -> [String]? {
        if harmless.contains(path) || value == old || value.isOff { return nil }
        guard let object = value.object else { return path }
        for member in object.members {
            let (inner, name) = (old?[member.key], path + [member.key])
            if let found = first(member.value, insteadOf: inner, at: name, where: harmless) { return found }
        }
        return nil
    }

    private static func kept(_ value: JSONValue, at path: [String], where harmless: Set<[String]>) -> JSONValue? {
        if harmless.contains(path) || value.isOff { return value }
        guard let object = value.object else { return nil }
        let members = object.members.compactMap { member in
            kept(member.value, at: path + [member.key], where: harmless).map {
                JSONObject.Member(key: member.key, value: $0)
            }
        }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }
}

extension JSONValue {
    /// Whether a member with this value asks for nothing.
    fileprivate var isOff: Bool {
        switch self {
        case .null: true
        case .bool(let isOn): !isOn
        case .integer(let number): number == 0
        case .string(let word): ["", "OFF", "DISABLED"].contains(word) || word.hasSuffix("_UNSPECIFIED")
        case .decimal: false
        // An element of a list, such as a kind of second factor, brings its own switch.
        case .array(let elements): elements.allSatisfy { ($0["state"] ?? $0).isOff }
        case .object(let object): object.members.allSatisfy(\.value.isOff)
        }
    }
}
