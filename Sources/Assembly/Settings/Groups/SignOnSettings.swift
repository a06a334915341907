import AccountCore
import Accounts
import GatewayKit
import Gateways
import Logging
import Operations
import Telemetry
import VerificationCore

/// How operators come in by OpenID Connect; off until the provider has an issuer.
package enum SignOnSettings {
    package static let issuer = Setting(
        "dashboard.oidc.issuer", .address,
        "issuer of the provider at which operators sign in, as its discovery document writes it; without it passwords alone count"
    )
    package static let clientID = Setting(
        "dashboard.oidc.clientID", .text, "id that the provider has given the dashboard")
    package static let clientSecret = Setting(
        "dashboard.oidc.clientSecret", .text, "secret of the dashboard at the provider; without it PKCE alone protects",
        isSecret: true)
    package static let scopes = Setting(
        "dashboard.oidc.scopes", .scopes, "what is asked of the provider, with spaces between; openid must be there",
        standard: "openid profile email")
    package static let claim = Setting(
        "dashboard.oidc.claim", .text,
        "claim of the ID token whose values give roles, for example groups or realm_access.roles", standard: "groups")
    package static let roles = Setting(
        "dashboard.oidc.roles", .rolesByValue,
        "which value of the claim gives which role, for example {\"oncall\": \"operator\"}; the highest counts",
        standard: "{}")
    package static let defaultRole = Setting(
        "dashboard.oidc.defaultRole", .role,
        "role of people without such a value: viewer, support, operator or admin; without it they are refused")
    package static let label = Setting(
        "dashboard.oidc.label", .text, "what the button on the sign-in page says", standard: "Single sign-on")

    static let way = WaySettings(
        below: "dashboard.oidc", proxies: "proxy for calls to the provider: http://[user:password@]host:port",
        authorities:
            "PEM file of authorities that sign the provider's certificate; they count besides this machine's",
        keepsSystemTrust: true)

    static let all: [any DeclaredSetting] =
        [issuer, clientID, clientSecret, scopes, claim, roles, defaultRole, label] + way.all
}

extension SettingForm<String> {
    /// The address of a server whose word counts.
    static var address: Self {
        Self(expecting: "an https URL, or an http URL of this machine, without query") { text in
            SignOnDocument.isAddress(text) ? text : nil
        }
    }

    fileprivate static var scopes: Self {
        Self(expecting: "scopes with spaces between them, openid among them") { text in
            text.split(separator: " ").contains("openid") && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
                ? text : nil
        }
    }
}

extension SettingForm<OperatorRole> {
    fileprivate static var role: Self {
        Self(expecting: "viewer, support, operator or admin") { OperatorRole(rawValue: $0) }
    }
}

extension SettingForm<[String: OperatorRole]> {
    fileprivate static var rolesByValue: Self {
        Self(isMapping: true, expecting: "a mapping of values to roles, such as {\"oncall\": \"operator\"}") { text in
            // What is wrong with the mapping is the expectation's to say.
            guard let pairs = try? SettingForm<[String: String]>.pairs.read(text, "") else { return nil }
            let roles = pairs.compactMapValues { OperatorRole(rawValue: $0) }
            return roles.count == pairs.count ? roles : nil
        }
    }
}

extension Settings {
    /// How operators come in by single sign-on; nil where no provider is named.
    ///
    /// Throws what is missing of the group.
    package var signOnPlan: SignOnPlan? {
        get throws(SettingsError) {
            guard let issuer = try valueIfSet(of: SignOnSettings.issuer) else {
                let others: [any DeclaredSetting] = [
                    SignOnSettings.clientID, SignOnSettings.clientSecret, SignOnSettings.roles,
                    SignOnSettings.defaultRole,
                ]
                guard let said = others.first(where: { isSet($0) }) else { return nil }
                throw SettingsError("\(said.name) is set, and \(SignOnSettings.issuer.name) is missing")
            }
            let (roles, fallback) = (
                try value(of: SignOnSettings.roles), try valueIfSet(of: SignOnSettings.defaultRole)
            )
            guard !roles.isEmpty || fallback != nil else {
                throw SettingsError(
                    "\(SignOnSettings.roles.name) is missing: without it and \(SignOnSettings.defaultRole.name) nobody comes in"
                )
            }
            let client = SignOnClient(
                issuer: issuer, id: try value(of: SignOnSettings.clientID),
                secret: try valueIfSet(of: SignOnSettings.clientSecret).flatMap { $0.isEmpty ? nil : $0 })
            let url = try value(of: DashboardSettings.url)
            return SignOnPlan(
                client,
                policy: SignOnPolicy(claim: try value(of: SignOnSettings.claim), roles: roles, fallback: fallback),
                scopes: try value(of: SignOnSettings.scopes),
                dashboard: (url.hasSuffix("/") ? String(url.dropLast()) : url)
                    + (try value(of: DashboardSettings.path)),
                label: try value(of: SignOnSettings.label))
        }
    }

    /// The provider over HTTP, for doctor too.
    package func signOnServer(of client: SignOnClient) throws(SettingsError) -> any SignOnServer {
        WebSignOn(client, by: try way(SignOnSettings.way))
    }

    /// What lets operators in by single sign-on; nil where no provider is named.
    func signOn(
        store: any OperatorIdentityStore, operators: OperatorService, logger: Logger
    ) throws(SettingsError) -> SignOnService? {
        guard let plan = try signOnPlan else { return nil }
        let keys = KeySetCache(WebKeySets(by: try way(SignOnSettings.way))) { words in
            logger.warning("single sign-on's keys not read", metadata: [LogKeys.error: "\(words)"])
        }
        let provider = OpenIDSignOn(plan.client, at: try signOnServer(of: plan.client), keys: keys)
        return SignOnService(plan, provider: provider, store: store, operators: operators)
    }
}
