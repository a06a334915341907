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
    private let assets: Assets
    private let server: PageServer
    private let signIn: SignInPage

    /// Throws only if a template is broken.
    package init(_ ports: DashboardPorts) throws {
        self.ports = ports
        assets = Assets()
        let framing = Framing(
            base: ports.base, environment: ports.environment, version: ports.version, assets: assets.version,
            now: ports.now, databaseTrouble: { [gateways = ports.looks.gateways] in gateways.last.trouble })
        server = PageServer(
            sessions: SessionGuard(operators: ports.operators), pages: try Pages.all.get(), framing: framing,
            expire: {
                ports.looks.expire()
                ports.failures.dead.expire()
                ports.blocks.newest.expire()
                ports.testNumbers.all.expire()
            })
        signIn = SignInPage(operators: ports.operators, pages: server.pages, framing: framing)
    }

    /// The routes with their guards.
    package func surface(logger: Logger) -> Surface {
        var surface = Surface(access + pages, logger: logger)
        surface.bodyLimits = BodyLimits(kibibytes: 16)
        surface.headers = [
            .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin",
        ]
        surface.guards = [
            ProblemPages(pages: server.pages, framing: server.framing, sessions: server.sessions),
            OwnPages(isStrict: true),
        ]
        return surface
    }

    /// What people without a session may call.
    private var access: [Route] {
        let base = ports.base
        // Whoever types only host and port means the dashboard.
        let toOverview = Route(.get, "/") { _, _ in
            Response(status: .seeOther, headers: [.location: base + "/"])
        }
        return (base.isEmpty ? [] : [toOverview]) + [
            Route(.get, base + "/sign-in") { request, _ in signIn.show(request) },
            Route(.post, base + "/sign-in") { try await signIn.signIn($0, $1) },
            Route(.post, base + "/sign-out") { request, _ in await signIn.signOut(request) },
            Route(.post, base + "/theme") { request, context in
                ThemeCookie.choose(Form(try await request.bytes(context)), base: base)
            },
            Route(.get, base + "/assets/{name}") { request, context in
                try assets.response(context.parameters.get("name"), request)
            },
        ]
    }

    private var pages: [Route] {
        OverviewPage(watch: ports.watch, server: server).routes
            + QueuePages(watch: ports.watch, service: ports.queues, deadLetters: ports.deadLetters, server: server)
            .routes
            + VerificationPages(records: ports.records, phones: ports.phones, server: server).routes
            + MorePage(server: server).routes
            + GatewayPages(watch: ports.watch, service: ports.gateways, server: server).routes
            + WorkerPage(looks: ports.looks, version: ports.version, server: server).routes
            + AuditPages(service: ports.audit, server: server).routes
            + EventPage(looks: ports.looks, watch: ports.events, server: server).routes
            + ConfigPage(process: ports.process, looks: ports.looks, server: server).routes
            + HelpPage(server: server).routes
            + FailurePages(board: ports.failures, server: server).routes
            + LimitPages(
                service: ports.limits, blocks: ports.blocks, phones: ports.phones, server: server
            ).routes
            + TestNumberPages(service: ports.testNumbers, phones: ports.phones, server: server).routes
            + CountryPages(board: ports.countries, server: server).routes
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = known("Referrer-Policy")
}
