import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Operations
import VerificationCore

/// The pages of the dashboard, and their twins as JSON.
package struct DashboardRoutes: Sendable {
    /// A browser uses only what comes from this origin, and nobody may put a page into a frame.
    private static let policy =
        "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"

    private let ports: DashboardPorts
    private let pages: Pages
    private let framing: Framing
    private let door: Door
    private let signIn: SignInPage
    private let overview: OverviewPage
    private let verifications: VerificationPages
    private let assets: Assets

    /// Throws only if a template is broken.
    package init(_ ports: DashboardPorts, phones: any PhoneNumberParser) throws {
        self.ports = ports
        (pages, assets) = (try Pages(), Assets())
        framing = Framing(
            base: ports.base, environment: ports.environment, version: ports.version, assets: assets.version,
            now: ports.now)
        door = Door(desk: ports.desk, base: ports.base)
        signIn = SignInPage(desk: ports.desk, pages: pages, framing: framing)
        overview = OverviewPage(watch: ports.watch, pages: pages, framing: framing)
        verifications = VerificationPages(records: ports.records, phones: phones, pages: pages, framing: framing)
    }

    /// The routes with their guards.
    package func surface(logger: Logger) -> Surface {
        var surface = Surface(routes, logger: logger)
        surface.bodyLimits = BodyLimits(kibibytes: 16)
        surface.headers = [
            .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin",
        ]
        surface.guards = [ProblemPages(pages: pages, framing: framing, desk: ports.desk), OwnPages()]
        return surface
    }

    private var routes: [Route] {
        let base = ports.base
        return [
            Route(.get, base + "/sign-in") { request, _ in signIn.show(request) },
            Route(.post, base + "/sign-in") { try await signIn.signIn($0, $1) },
            Route(.post, base + "/sign-out") { request, _ in await signIn.signOut(request) },
            Route(.get, base + "/assets/{name}") { request, context in
                try assets.response(context.parameters.get("name"), request)
            },
            Route(.get, base + "/") { request, _ in await overview.show(request, try door.person(of: request)) },
            Route(.get, base + "/api/v1/overview") { request, _ in
                _ = try door.person(of: request)
                return await overview.json()
            },
            Route(.post, base + "/search") { request, context in
                try await verifications.search(request, context, try door.person(of: request))
            },
            Route(.get, base + "/verifications") { request, _ in
                verifications.showSearch(request, try door.person(of: request))
            },
            Route(.get, base + "/verifications/{id}") { request, context in
                let person = try door.person(of: request)
                guard let id = context.parameters.get("id").flatMap({ VerificationID($0) }) else {
                    throw Records.Refusal.noSuchVerification
                }
                return try await verifications.show(id, request, person)
            },
        ]
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = known("Referrer-Policy")
}
