import AccountCore
import AccountStore
import Accounts
import HTTPService
import IdentityToolkit
import Logging
import Sandbox
import ServiceLifecycle
import SessionStore
import VerificationCore
import Verifications

/// The Firebase surface with its adapters.
struct IdentityAssembly {
    private let adapters: Adapters
    private let ports: AccountPorts
    private let callers: CallerAddress
    private let tls: ServerTLS?

    init(_ adapters: Adapters, _ verifications: CallerAssembly) throws {
        let settings = adapters.settings
        let (mode, pool) = (try settings.identityMode, adapters.pool)
        let report: @Sendable (StoreProblem) -> Void = { [logger = adapters.logger] problem in
            logger.warning("no answer about accounts", metadata: [LogKeys.error: "\(problem)"])
        }
        self.adapters = adapters
        let accounts = PostgresAccounts(pool: pool)
        ports = AccountPorts(
            mode: mode, defaultProject: try settings.valueIfSet(of: IdentitySettings.project), accounts: accounts,
            signIns: accounts, projects: ProjectBook(PostgresProjects(pool: pool)),
            verifications: verifications.ports, apps: adapters.apps, registry: AppRegistry(pool: pool),
            finder: adapters.store,
            tokens: TokenDesk(
                keys: PostgresSigningKeys(pool: pool), keyRing: verifications.ports.keyRing, mode: mode,
                report: report, now: adapters.now, randomBytes: Machine.randomBytes),
            phones: try adapters.servedPhones, report: report, now: adapters.now, randomBytes: Machine.randomBytes)
        callers = CallerAddress(proxies: try settings.value(of: IdentitySettings.proxies))
        tls = try settings.identityTLS
    }

    /// The HTTP server, which also shows `readiness` to load balancers.
    func services(_ readiness: Readiness) throws -> [any Service] {
        let surface = IdentityRoutes.surface(
            IdentityPorts(accounts: ports, callers: callers, readiness: readiness), tracer: adapters.tracer,
            logger: adapters.logger)
        let message: Logger.Message =
            switch ports.mode {
            case .emulator: "Firebase surface listens as an emulator; it shows codes to whoever asks"
            case .production: "Firebase surface listens"
            }
        return [
            try Listener(
                surface, host: IdentitySettings.host, port: IdentitySettings.port, adapters, tls: tls, message: message)
        ]
    }
}

extension Settings {
    /// Whether `serve` has the Firebase surface too.
    package var hasIdentity: Bool { text(of: IdentitySettings.port) != nil }

    /// Where and how the Firebase surface listens; throws what keeps it from starting.
    package func identityInWords() throws(SettingsProblem) -> String {
        guard let port = try valueIfSet(of: IdentitySettings.port) else { throw IdentitySettings.port.missing }
        let (mode, host) = (try identityMode, try value(of: IdentitySettings.host))
        return "\(mode.rawValue) at \(host):\(port), \(try identityTLS == nil ? "plain HTTP" : "TLS")"
    }

    /// Throws when only its address says that an emulator may be reached from other machines.
    fileprivate var identityMode: IdentityMode {
        get throws(SettingsProblem) {
            let (mode, host) = (try value(of: IdentitySettings.mode), try value(of: IdentitySettings.host))
            let isPublic = try value(of: IdentitySettings.isPublic)
            guard mode == .production || isPublic || isLoopback(host) else {
                throw SettingsProblem(
                    "identity.host \(host) would show codes to the network: set identity.public=true if that is what you want"
                )
            }
            return mode
        }
    }

    fileprivate var identityTLS: ServerTLS? {
        get throws(SettingsProblem) {
            let certificate = try valueIfSet(of: IdentitySettings.certificate) ?? ""
            let key = try valueIfSet(of: IdentitySettings.key) ?? ""
            switch (certificate.isEmpty, key.isEmpty) {
            case (true, true): return nil
            case (false, true): throw IdentitySettings.key.missing
            case (true, false): throw IdentitySettings.certificate.missing
            case (false, false): break
            }
            do throws(ServerTLS.Problem) {
                return try ServerTLS(certificates: certificate, key: key)
            } catch {
                throw SettingsProblem("identity.certificate: \(error.words)")
            }
        }
    }
}
