import StrictJSON
import VerificationCore

/// An app as clients of the Firebase surface know it: under a project id of its own, with what belongs to tokens.
package struct Project: Sendable, Hashable {
    package let id: ProjectID
    /// Whose verifications, test numbers, limits and texts the project uses.
    package let app: AppID
    /// The number that the wire names beside the id, for example in the answer to a refresh.
    package let number: Int64
    /// The hosts, without a port, that verifyd reports to pages as their allowed origins; it refuses no page by them.
    package var authorizedDomains = ["localhost"]
    /// The member `iss` of the project's tokens; nil for the issuer that clients are used to.
    package var ownIssuer: String?
    /// How long an ID token is good.
    package var tokenLife = IDTokenClaims.usualLife
    /// How long a session may go unused; nil for `usualSessionIdle`.
    package var sessionIdle: Duration?
    /// Whether each refresh gives a new refresh token.
    package var rotatesRefreshTokens = false
    /// How many SMS may go to real numbers for callers who bring no proof of the app; none without a limit.
    package var unprovenSends: [RateLimit] = []
    /// Which proofs of the app let an SMS go to a real number.
    package var proofs = ProofRules()
    /// Which other providers may say who a person is.
    package var identities = IdentityRules()
    /// The issuer that the project had before, and until when its tokens are good; nil for none.
    package var formerIssuer: FormerIssuer?
    /// Members of the wire's configuration that have no place of their own, for example `signIn`; see `EnforcedSettings`.
    package var others = JSONObject()

    package init(_ id: ProjectID, app: AppID, number: Int64) {
        (self.id, self.app, self.number) = (id, app, number)
    }

    /// The project with the id, app and number of another, and all else of its own.
    package func replacing(_ old: Project) -> Project {
        var project = Project(old.id, app: old.app, number: old.number)
        (project.authorizedDomains, project.ownIssuer) = (authorizedDomains, ownIssuer)
        (project.tokenLife, project.others) = (tokenLife, others)
        (project.sessionIdle, project.rotatesRefreshTokens) = (sessionIdle, rotatesRefreshTokens)
        (project.unprovenSends, project.formerIssuer) = (unprovenSends, formerIssuer)
        (project.proofs, project.identities) = (proofs, identities)
        return project
    }

    /// An issuer whose tokens are good for a while yet.
    package struct FormerIssuer: Sendable, Hashable {
        package let issuer: String
        package let until: Timestamp

        package init(_ issuer: String, until: Timestamp) { (self.issuer, self.until) = (issuer, until) }
    }

    /// How long a session may go unused where the project does not say it: 400 days.
    package static let usualSessionIdle = Duration.seconds(400 * 86_400)

    /// How long a session may go unused.
    package var idleLife: Duration { sessionIdle ?? Self.usualSessionIdle }

    package var issuer: String { ownIssuer ?? "https://securetoken.google.com/\(id)" }

    /// The issuer of session cookies, which are no ID tokens.
    package var cookieIssuer: String {
        ownIssuer.map { $0 + "/session" } ?? "https://session.firebase.google.com/\(id)"
    }
}

// How a program that knows no more than the issuer of tokens finds out how to check them.
extension Project {
    /// What stands behind the issuer where this document is (OpenID Connect Discovery 1.0, section 4).
    package static let discoveryPath = "/.well-known/openid-configuration"
    /// What stands behind an own issuer where the public keys are.
    package static let keySetPath = "/.well-known/jwks.json"

    /// Whether a call that names this host, for example `auth.shop.example`, and this path means the project's issuer.
    package func issues(at authority: String, path: String) -> Bool {
        IssuerPlace(issuer)?.isMeant(by: authority, path) ?? false
    }

    /// The document of the issuer.
    ///
    /// It has no `authorization_endpoint`, which the standard asks for, because no person signs in through a page here.
    /// Google's own document for this issuer has none either, and a program that only checks tokens asks for none.
    package var openIDConfiguration: JSONObject {
        [
            "issuer": .string(issuer), "jwks_uri": .string(keySetURL), "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
            "claims_supported": .array(IDTokenClaims.names.map(JSONValue.string)),
        ]
    }

    /// The URL of the public keys: it follows from the issuer alone, so that no caller can point it elsewhere.
    private var keySetURL: String {
        guard let ownIssuer else {
            return "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        }
        return IssuerPlace.trimmed(ownIssuer[...]) + Self.keySetPath
    }
}

extension Project {
    /// Whether the project's configuration lets people sign in by e-mail and password.
    package var takesPasswords: Bool { isEnabled("email") }

    /// Whether people may sign in by phone; only a configuration that says no forbids it.
    package var takesPhones: Bool { others["signIn"]?["phoneNumber"]?["enabled"]?.bool ?? true }

    /// Whether the project's configuration lets people in without any proof, as guests.
    package var takesGuests: Bool { isEnabled("anonymous") }

    /// Whether a phone number is the only proof that people can bring, because the project takes nothing else.
    package var isByPhoneOnly: Bool { !takesPasswords && !identities.providers.contains(where: \.isEnabled) }

    /// What a developer reads whose project offers no other way to sign in.
    package static let phoneOnlyWarning =
        "phone is the only way in, and SMS is a weak proof: numbers change hands, and who holds the device reads the SMS"

    /// What an operator reads of SMS to callers who bring no proof of the app.
    package var unprovenSendsInWords: String {
        unprovenSends.isEmpty
            ? "no SMS to real numbers without a proof of the app"
            : "anybody may have SMS sent without a proof of the app, \(RateLimit.words(unprovenSends))"
    }

    /// What an operator reads of all ways to an SMS to a real number.
    package var gateInWords: String {
        let many = proofs.words(of: .enforce) { !$0.isForOneSend }.map {
            "\($0) lets \(RateLimit.words(proofs.limits)) go for each proof"
        }
        let one = proofs.words(of: .enforce) { $0.isForOneSend }.map { "\($0) lets one SMS go for each proof" }
        let audited = proofs.words(of: .audit).map { "\($0) is audited, and lets nothing go" }
        return ([unprovenSendsInWords, many, one, audited] as [String?]).compactMap(\.self).joined(separator: "; ")
    }

    /// What of the project another has not, for the audit, for example `proofs, unproven sends`; nil where nothing differs.
    package func changes(from old: Project) -> String? {
        let parts: [(name: String, isOther: Bool)] = [
            ("domains", authorizedDomains != old.authorizedDomains), ("issuer", ownIssuer != old.ownIssuer),
            ("token life", tokenLife != old.tokenLife), ("session idle", sessionIdle != old.sessionIdle),
            ("rotation of refresh tokens", rotatesRefreshTokens != old.rotatesRefreshTokens),
            ("unproven sends to \(RateLimit.words(unprovenSends))", unprovenSends != old.unprovenSends),
            ("proofs to \(proofs.words)", proofs != old.proofs),
            (
                "providers: \(identities.changes(from: old.identities))",
                identities.providers != old.identities.providers
            ),
            (
                "second factors to \(secondFactorsInWords ?? "none")",
                others["mfa"] != old.others["mfa"]
                    || identities.letsAnyAccountEnroll != old.identities.letsAnyAccountEnroll
            ), ("configuration", others.setting(["mfa"], to: nil) != old.others.setting(["mfa"], to: nil)),
        ]
        let names = parts.filter(\.isOther).map(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// What an operator reads where verifyd warns without reading the projects.
    package static let gateWarning =
        "real numbers get SMS without a proof of the app only as `verifyd projects set --unproven-sends` says, by default none"

    private func isEnabled(_ method: String) -> Bool {
        others["signIn"]?[method]?["enabled"]?.bool ?? false
    }
}

/// The outcome of a change of a project.
package enum ProjectChange: Sendable, Hashable {
    /// The project as it is now.
    case changed(Project)
    /// The decision was to change nothing.
    case refused(AccountError)
    /// There is no such project.
    case gone
}

/// The outcome of saving a project.
package enum SavedProject: Sendable, Hashable {
    /// The project as it is kept; a number that it had before stays.
    case saved(Project)
    /// There is no such app.
    case noSuchApp
    /// Another app has the project id, or the app has another project.
    case taken
}
