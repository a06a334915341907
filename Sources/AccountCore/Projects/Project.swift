import StrictJSON
import VerificationCore

/// An app as clients of the Firebase surface know it: under a project id of its own, with what belongs to tokens.
package struct Project: Sendable, Hashable {
    package let id: ProjectID
    /// Whose verifications, test numbers, limits and texts the project uses.
    package let app: AppID
    /// The number that the wire names beside the id, for example in the answer to a refresh.
    package let number: Int64
    /// What pages are told of where they may come from, as host names without a port; no page is refused by it.
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
