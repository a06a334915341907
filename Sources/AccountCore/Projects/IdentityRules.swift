import StrictJSON
import VerificationCore

/// Which other providers may say to a project who a person is.
package struct IdentityRules: Sendable, Hashable {
    /// How many providers a project has at most.
    package static let mostProviders = 50

    /// At most one of each provider.
    package var providers: [IdentityProvider] = []
    /// Whether accounts without a verified address may enrol second factors, and accounts that began with a phone may
    /// enrol an authenticator app; Firebase lets neither.
    package var letsAnyAccountEnroll = false

    package init() {}

    package subscript(id: ProviderID) -> IdentityProvider? {
        get { providers.first { $0.id == id } }
        set {
            let place = providers.firstIndex { $0.id == id }
            switch (place, newValue) {
            case (let place?, let new?): providers[place] = new
            case (let place?, nil): providers.remove(at: place)
            case (nil, let new?): providers.append(new)
            case (nil, nil): break
            }
        }
    }

    /// The provider that a call means, which names it in small letters whatever the operator wrote.
    package func provider(meantBy id: ProviderID) -> IdentityProvider? {
        self[id] ?? providers.first { $0.id.text.lowercased() == id.text.lowercased() }
    }

    /// Whether the rules say nothing.
    package var isEmpty: Bool { self == IdentityRules() }
}

// For operators.
extension IdentityRules {
    /// For example `facebook.com, oidc.shop (off)`; `none` without providers.
    package var words: String {
        let names = providers.map { $0.id.text + ($0.isEnabled ? "" : " (off)") }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// Which providers differ and in what, for example `facebook.com (secret), oidc.shop removed`.
    func changes(from old: IdentityRules) -> String {
        let kept = providers.filter { $0 != old[$0.id] }.map { provider in
            old[provider.id].map { "\(provider.id) (\(provider.changes(from: $0)))" } ?? "\(provider.id) added"
        }
        let gone = old.providers.filter { self[$0.id] == nil }.map { "\($0.id) removed" }
        return (kept + gone).joined(separator: ", ")
    }
}

// As the store keeps them.
extension IdentityRules {
    package var json: JSONValue {
        ["providers": .array(providers.map(\.json)), "anyAccountEnrolls": .bool(letsAnyAccountEnroll)]
    }

    private static let members: Set<String> = ["providers", "anyAccountEnrolls"]

    /// Nil for what another version has written: a change by this version would erase what it does not know.
    package init?(_ json: JSONValue) {
        guard let providers = json["providers"]?.array, let any = json["anyAccountEnrolls"]?.bool,
            json.object?.members.allSatisfy({ Self.members.contains($0.key) }) == true
        else { return nil }
        self.providers = providers.compactMap(IdentityProvider.init)
        letsAnyAccountEnroll = any
        guard self.providers.count == providers.count else { return nil }
    }
}

extension IdentityRules {
    /// The same rules with their secrets under the ring's current key.
    ///
    /// Nil when the ring lacks a key under which one of them was sealed.
    package func resealed(for project: ProjectID, by ring: KeyRing) -> IdentityRules? {
        var rules = self
        for (place, provider) in providers.enumerated() {
            guard let sealed = provider.secret else { continue }
            let purpose = IdentityProvider.purpose(of: project, provider.id)
            guard let secret = ring.resealed(sealed, for: purpose) else { return nil }
            rules.providers[place].secret = secret
        }
        return rules
    }
}
