import Gateways
import SMPP
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

/// The sandbox's SMSC on loopback, with its provider.
enum SMSCHarness {
    /// Listens while `body` runs; receipts are told meanwhile.
    static func with(
        _ body: (SandboxHarness, SMSC, _ port: Int) async throws -> Void
    ) async throws {
        let gate = SleepGate()
        let harness = SandboxHarness(sleep: { _ in await gate.wait() })
        let smsc = SMSC(provider: harness.provider, accounts: try SandboxAccounts())
        let port = try await smsc.listen(host: "127.0.0.1", port: 0)
        async let running: Void = smsc.run()
        let telling = Task { await harness.provider.tellReceipts() }
        let result = await Result.catching { try await body(harness, smsc, port) }
        gate.open()
        telling.cancel()
        await smsc.shutDown()
        await running
        try result.get()
    }

    /// The same with a bound gateway.
    static func withGateway(
        change: (inout SMPPGatewaySettings) -> Void = { _ in }, _ body: (ProtocolHarness) async throws -> Void
    ) async throws {
        try await with { harness, _, port in
            var settings = SMPPGatewaySettings(
                url: "smpp://127.0.0.1:\(port)", account: "sandbox", secret: Secret("sandbox"))
            settings.window = 100
            change(&settings)
            try await SMPPGateway(name: "smpp", settings: settings, now: { Timestamp(seconds: 1_767_323_045) }).use {
                gateway in
                #expect(await gateway.probe(within: .seconds(40)) == .answers("bound to sandbox"))
                try await body(ProtocolHarness(gateway: gateway, sandbox: harness))
            }
        }
    }

    /// The same with a bound link, which hands what it is told to `handler`.
    static func withLink(
        handler: @escaping SMPPLink.Handler = { _ in true },
        _ body: (SandboxHarness, SMPPLink, SMSC) async throws -> Void
    ) async throws {
        try await with { harness, smsc, port in
            let configuration = LinkConfiguration(
                host: "127.0.0.1", port: port, bind: BindRequest(systemID: "sandbox", password: "sandbox"))
            let link = try SMPPLink(configuration, handler: handler)
            async let running: Void = link.run()
            for await state in link.states() { if case .bound = state { break } }
            let result = await Result.catching { try await body(harness, link, smsc) }
            await link.shutDown(within: .seconds(5))
            await running
            try result.get()
        }
    }
}
