import AccountCore
import Accounts
import Connections
import Gateways
import HTTPService
import IdentityToolkit
import Languages
import Logging
import Operations
import Sandbox
import ServiceLifecycle
import Store
import VerificationCore
import Verifications

/// The Firebase surface with its adapters.
struct IdentityAssembly {
    private let adapters: Adapters
    private let ports: AccountPorts
    private let callers: CallerAddress
    private let use: SurfaceUse
    private let isPublic: Bool
    /// Nil in the emulator, which limits no network.
    private let share: ConnectionShare?
    private let tls: ServerTLS?

    init(_ adapters: Adapters, verifications: CallerAssembly) throws {
        let settings = adapters.settings
        let (mode, pool) = (try settings.identityMode, adapters.pool)
        let report: @Sendable (StoreError) -> Void = { [logger = adapters.telemetry.logger] problem in
            logger.warning("no answer about accounts", metadata: [LogKeys.error: "\(problem)"])
        }
        self.adapters = adapters
        let projects = PostgresProjects(pool: pool)
        ports = AccountPorts(
            policy: AccountPolicy(
                mode: mode, limitsEmulator: try settings.value(of: IdentitySettings.keepsLimits),
                defaultProject: try settings.valueIfSet(of: IdentitySettings.project),
                phones: try adapters.servedPhones),
            accounts: PostgresAccounts(pool: pool),
            projects: ProjectDirectory(
                cache: ProjectCache(projects, watch: adapters.apps, report: report),
                apps: adapters.apps, registry: AppRegistry(pool: pool)),
            verifications: verifications.ports,
            credentials: AccountCredentials(
                tokens: TokenIssuer(
                    keys: PostgresSigningKeys(pool: pool), watch: adapters.apps,
                    keyRing: verifications.ports.ids.keyRing,
                    mode: mode, report: report, now: adapters.now, randomBytes: Machine.randomBytes),
                serviceAccounts: ServiceAccountCache(
                    projects, watch: adapters.apps, report: report),
                keySets: KeySetCache(try settings.keySets()) {
                    [logger = adapters.telemetry.logger] in
                    logger.warning("proofs of apps or of people cannot be verified", metadata: [LogKeys.error: "\($0)"])
                },
                captchas: CaptchaQuestions(try settings.captchas()) {
                    [logger = adapters.telemetry.logger] in
                    logger.error("proofs of apps cannot be verified", metadata: [LogKeys.error: "\($0)"])
                },
                providers: ProviderCalls(graph: try settings.graph(), apple: try settings.appleTokens()) {
                    [logger = adapters.telemetry.logger] in
                    logger.error("another provider does not answer", metadata: [LogKeys.error: "\($0)"])
                },
                pushes: try Self.pushes(adapters),
                attestedKeys: PostgresAttestedKeys(pool: pool), randomBytes: Machine.randomBytes),
            log: AccountLog(
                report: report,
                permits: Permits(
                    audit: PostgresAudit(pool: pool),
                    policy: .wanted { [logger = adapters.telemetry.logger] problem in
                        logger.error(
                            "an administrator's action is not in the audit", metadata: [LogKeys.error: "\(problem)"])
                    })),
            now: adapters.now)
        use = SurfaceUse(projects, report: report)
        isPublic = try settings.value(of: IdentitySettings.isPublic)
        let proxies = try settings.value(of: IdentitySettings.proxies)
        callers = CallerAddress(proxies: proxies)
        share =
            switch mode {
            case .emulator: nil
            case .production: ConnectionShare(proxies: proxies)
            }
        tls = try settings.identityTLS
    }

    /// A line of pushes; it sends none where the settings have no key for them.
    private static func pushes(_ adapters: Adapters) throws(SettingsError) -> PushLine {
        let configured = try adapters.settings.pushes(now: adapters.now)
        let (refused, failed, logger) = (OncePerSecond(), OncePerSecond(), adapters.telemetry.logger)
        return PushLine(configured?.sender, to: Set(configured?.bundles ?? [])) { outcome in
            switch outcome {
            case .refused(let reason):
                guard let count = refused.note(at: .now) else { return }
                logger.error(
                    "Apple's push service refuses silent pushes: see identity.push in the settings",
                    metadata: [LogKeys.reason: "\(reason)", LogKeys.count: .stringConvertible(count)])
            case .busy(let reason):
                guard let count = failed.note(at: .now) else { return }
                logger.warning(
                    "silent pushes fail",
                    metadata: [LogKeys.reason: "\(reason)", LogKeys.count: .stringConvertible(count)])
            case .delivered, .badDevice: break
            }
        }
    }

    /// The HTTP server, which also shows `readiness` to load balancers.
    func services(_ readiness: Readiness) throws -> [any Service] {
        let surface = IdentityRoutes.surface(
            IdentityPorts(
                accounts: ports, callers: callers, readiness: readiness,
                texts: try .embedded(languages: ICULanguageData()), isPublic: isPublic),
            tracer: adapters.telemetry.tracer, logger: adapters.telemetry.logger)
        let message: Logger.Message =
            switch ports.policy.mode {
            case .emulator: "Firebase surface listens as an emulator; it shows codes to anyone who asks"
            case .production: "Firebase surface listens"
            }
        let listener = try Listener(
            surface, host: IdentitySettings.host, port: IdentitySettings.port, adapters: adapters, tls: tls,
            share: share, message: message)
        let forgetting = ForgetUnused(ports) { [logger = adapters.telemetry.logger] in
            logger.warning("unused sessions not deleted", metadata: [LogKeys.error: "\($0)"])
        }
        return [
            SurfaceService(mode: ports.policy.mode, use: use, listener: listener),
            UntilShutdown { await forgetting.run() },
            UntilShutdown { [life = adapters.life(.identity, pool: adapters.pool)] in
                await life.run()
            },
        ]
    }
}

extension Settings {
    /// Whether `serve` has the Firebase surface too.
    package var hasIdentity: Bool { text(of: IdentitySettings.port) != nil }

    /// Where and how the Firebase surface listens; throws what keeps it from starting.
    package func identityInWords() throws(SettingsError) -> String {
        guard let port = try valueIfSet(of: IdentitySettings.port) else { throw IdentitySettings.port.missing }
        let (mode, host) = (try identityMode, try value(of: IdentitySettings.host))
        return "\(mode.rawValue) at \(host):\(port), \(try identityTLS == nil ? "plain HTTP" : "TLS")"
    }

    /// What keeps the surface from serving with a database where it has served in these modes; nil when nothing does.
    package func identityRefusal(afterUse modes: Set<IdentityMode>) throws(SettingsError) -> String? {
        try identityMode == .emulator && modes.contains(.production) ? SurfaceService.refusal.description : nil
    }

    /// Where the keys of issuers are read, the way that the surface's own calls go.
    package func keySets() throws(SettingsError) -> any KeySetSource {
        WebKeySets(by: try way(IdentitySettings.way))
    }

    /// Where the providers of captchas are asked, the same way.
    package func captchas() throws(SettingsError) -> any CaptchaVerifier {
        SiteVerify(by: try way(IdentitySettings.way))
    }

    /// Where Facebook is asked whose an access token is, the same way.
    package func graph() throws(SettingsError) -> any FacebookGraph { GraphService(by: try way(IdentitySettings.way)) }

    /// Where Apple is asked to revoke tokens, the same way.
    package func appleTokens() throws(SettingsError) -> any AppleTokens {
        AppleTokenService(by: try way(IdentitySettings.way))
    }

    /// A warning to the operator about trusted proxies in a wide network; nil without one.
    package var proxyWarning: String? {
        get throws(SettingsError) {
            let wide = try value(of: IdentitySettings.proxies).filter(\.isWide)
            guard !wide.isEmpty else { return nil }
            let names = wide.map(\.description).joined(separator: ", ")
            return "identity.proxies trusts anyone who calls from \(names): name the proxies' own network, "
                + "or callers may choose the address by which they are limited"
        }
    }

    /// Throws when only its address says that an emulator may be reached from other machines.
    fileprivate var identityMode: IdentityMode {
        get throws(SettingsError) {
            let (mode, host) = (try value(of: IdentitySettings.mode), try value(of: IdentitySettings.host))
            let isPublic = try value(of: IdentitySettings.isPublic)
            guard mode == .production || isPublic || isLoopback(host) else {
                throw SettingsError(
                    "identity.host \(host) would show codes to the network: set identity.public=true if that is what you want"
                )
            }
            return mode
        }
    }

    fileprivate var identityTLS: ServerTLS? {
        get throws(SettingsError) {
            let certificate = try valueIfSet(of: IdentitySettings.certificate) ?? ""
            let key = try valueIfSet(of: IdentitySettings.key) ?? ""
            switch (certificate.isEmpty, key.isEmpty) {
            case (true, true): return nil
            case (false, true): throw IdentitySettings.key.missing
            case (true, false): throw IdentitySettings.certificate.missing
            case (false, false): break
            }
            do throws(ServerTLSError) {
                return try ServerTLS(certificates: certificate, key: key)
            } catch {
                throw SettingsError("identity.certificate: \(error.words)")
            }
        }
    }
}
