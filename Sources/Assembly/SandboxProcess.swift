import HTTPService
import Logging
import NIOCore
import Sandbox
import ServiceLifecycle
import VerificationCore

/// The process of `verifyd sandbox`: the sandbox alone with all its protocols, without broker and database.
package struct SandboxProcess {
    /// Where the protocols listen.
    package struct Addresses: Sendable {
        /// For example `http://127.0.0.1:8025`.
        package let http: String
        /// For example `smpp://127.0.0.1:2775`.
        package let smpp: String
    }

    private let settings: Settings
    private let logger: Logger
    private let accounts: SandboxAccounts
    private let ledger: SandboxLedger?
    private let smppPort: Int

    /// - Parameters:
    ///   - settings: `sandbox.*`, `admin.*` and `log.*` are read, and nothing else.
    ///   - accounts: Who may send.
    ///   - ledger: Keeps what is accepted; nil for no ledger.
    ///   - smppPort: 0 for any free port.
    /// - Throws: a `SettingsError` when the log's settings are wrong.
    package init(_ settings: Settings, accounts: SandboxAccounts, ledger: SandboxLedger?, smppPort: Int) throws {
        self.settings = settings
        self.accounts = accounts
        self.ledger = ledger
        self.smppPort = smppPort
        logger = try settings.logger(label: "verifyd-sandbox")
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP, and then for some seconds more.
    ///
    /// `listens`: called once, when all protocols take messages. Throws when an address cannot be listened on.
    package func run(_ listens: @escaping @Sendable (Addresses) -> Void) async throws {
        let isPublic = try settings.isSandboxPublic
        let provider = SandboxProvider(inbox: SandboxInbox(), ledger: ledger, now: Machine.now)
        let smsc = SMSC(provider: provider, accounts: accounts)
        let smpp = try await address(of: smsc)
        let surface = try SandboxRoutes(
            provider: provider, accounts: accounts, isPublic: isPublic, now: Machine.now
        ).surface(logger: logger)
        let listener = try Listener(
            surface, host: SandboxSettings.host, port: SandboxSettings.port, settings: settings, logger: logger,
            message: "sandbox listens; nothing is really sent"
        ) { listens(Addresses(http: $0, smpp: smpp)) }
        let admin = try AdminAssembly(
            settings, metrics: .ofProcess, vitals: .ofProcess, readiness: Readiness(), logger: logger)
        try await run(
            SideBySide(
                services: [OnShutdown { provider.inbox.endWaits() }, listener],
                supports: [
                    Support { await provider.tellReceipts() },
                    Support(onEnd: { await smsc.shutDown() }) { await smsc.run() },
                    admin.support,
                ]))
    }

    private func address(of smsc: SMSC) async throws -> String {
        let host = try settings.value(of: SandboxSettings.host)
        do {
            let address = "smpp://\(host):\(try await smsc.listen(host: host, port: smppPort))"
            logger.info("sandbox SMSC listens", metadata: [LogKeys.address: "\(address)"])
            return address
        } catch let error as IOError {
            throw SettingsError(
                "cannot listen on \(host), SMPP port \(smppPort) (error \(error.errnoCode) of the system): choose "
                    + "another, or 0 for any free one")
        }
    }

    private func run(_ service: SideBySide) async throws {
        let services = ServiceGroupConfiguration.ServiceConfiguration(
            service: service, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "sandbox")
        var configuration = ServiceGroupConfiguration(
            services: [services], gracefulShutdownSignals: VerifydProcess.stopSignals, logger: logger)
        // An answer may be a minute late; a process that stops does not wait for it.
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        try await ServiceGroup(configuration: configuration).run()
    }
}
