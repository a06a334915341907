import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Operations
import VerificationCore

/// The pages of the dashboard, and their twins as JSON.
package struct DashboardRoutes: Sendable {
    /// A browser uses only what comes from this origin, and shows no page of the dashboard inside a frame.
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
        let installation = ports.installation
        let framing = Framing(
            base: installation.base, environment: installation.environment, version: installation.process.version,
            assets: assets.version, now: ports.now,
            databaseTrouble: { [gateways = ports.overviews.queries.gateways] in gateways.last.trouble },
            state: { [situation = ports.overviews.situation, now = ports.now] in StateMark(situation.last, at: now()) })
        server = PageServer(
            sessions: SessionGuard(operators: ports.operators, callers: installation.callers),
            pages: try Pages.all.get(),
            framing: framing,
            expire: {
                ports.overviews.queries.expire()
                ports.overviews.failures.dead.expire()
                ports.numbers.blocks.newest.expire()
                ports.numbers.tests.all.expire()
            }, appNames: { [names = ports.overviews.apps.names] in await names.look().value },
            happenings: { [overviews = ports.overviews] in await overviews.happenings() })
        signIn = SignInPage(
            sessions: server.sessions, pages: server.pages, framing: framing, provider: installation.signOn?.plan.label)
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
        let base = ports.installation.base
        // A person who types only host and port means the dashboard.
        let toOverview = Route(.get, at: "/") { _, _ in
            Response(status: .seeOther, headers: [.location: base + "/"])
        }
        let signOn = ports.installation.signOn.map { SignOnPages(service: $0, signIn: signIn).routes } ?? []
        return (base.isEmpty ? [] : [toOverview]) + [
            Route(.get, at: base + "/sign-in") { request, _ in signIn.show(request) },
            Route(.post, at: base + "/sign-in") { try await signIn.signIn($0, in: $1) },
            Route(.post, at: base + "/sign-in/code") { try await signIn.finish($0, in: $1) },
            Route(.post, at: base + "/sign-in/key") { try await signIn.finishWithKey($0, in: $1) },
            Route(.post, at: base + "/sign-out") { await signIn.signOut($0, in: $1) },
            Route(.post, at: base + "/theme") { request, context in
                ThemeCookie.choose(Form(try await request.bytes(context)), base: base)
            },
            Route(.get, at: base + "/assets/{name}") { request, context in
                try assets.response(context.parameters.get("name"), to: request)
            },
        ] + signOn
    }

    private var pages: [Route] {
        let (overviews, traffic, numbers) = (ports.overviews, ports.traffic, ports.numbers)
        let reasons = ReasonWords(traffic.gateways.list)
        let (situation, process) = (overviews.situation, ports.installation.process)
        return OverviewPage(
            watch: situation, apps: overviews.apps, incidents: overviews.incidents.kept,
            queues: traffic.history, server: server
        ).routes
            + AcknowledgementPages(service: overviews.incidents.acknowledgements, server: server).routes
            + IncidentPages(queries: overviews.incidents.kept, server: server).routes
            + QueuePages(
                watch: situation, service: traffic.queues, deadLetters: traffic.deadLetters, history: traffic.history,
                server: server
            ).routes
            + DeadLetterPages(service: traffic.deadLetters, server: server).routes
            + VerificationPages(
                records: ports.records, phones: numbers.phones, reasons: reasons,
                traceViewer: ports.installation.traceViewer, server: server
            ).routes
            + MorePage(server: server).routes
            + GatewayPages(watch: situation, service: traffic.gateways, server: server).routes
            + WorkerPage(queries: overviews.queries, version: process.version, server: server).routes
            + AuditPages(service: ports.audit, server: server).routes
            + EventPage(queries: overviews.queries, watch: overviews.events, server: server).routes
            + ConfigPage(process: process, queries: overviews.queries, server: server).routes
            + HelpPage(server: server).routes
            + RulePages(watch: situation, server: server).routes
            + FailurePages(queries: overviews.failures, reasons: reasons, server: server).routes
            + LimitPages(
                service: numbers.limits, blocks: numbers.blocks, records: ports.records, phones: numbers.phones,
                server: server
            ).routes
            + TestNumberPages(service: numbers.tests, phones: numbers.phones, server: server).routes
            + AppPages(queries: overviews.apps, server: server).routes
            + CountryPages(queries: overviews.countries, server: server).routes
            + ProofPage(queries: overviews.proofs, server: server).routes
            + AccountPages(server: server).routes
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = known("Referrer-Policy")
}
