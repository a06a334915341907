import Connections
import NIOCore

@testable import SMPP

/// Runs a link against an SMSC of the test, and ends both.
enum LinkHarness {
    static func configuration(port: Int) -> LinkConfiguration {
        var configuration = LinkConfiguration(
            host: "127.0.0.1", port: port, bind: BindRequest(systemID: "verify", password: "s3cret"))
        configuration.reconnecting.usual = Backoff(base: .milliseconds(1), cap: .milliseconds(5))
        return configuration
    }

    /// The link runs while `body` does, and is shut down after it.
    static func with<Value: Sendable>(
        _ behaviour: TestSMSC.Behaviour = TestSMSC.Behaviour(),
        _ change: (inout LinkConfiguration) -> Void = { _ in },
        handler: @escaping SMPPLink.Handler = { _ in true },
        _ body: (SMPPLink, TestSMSC) async throws -> Value
    ) async throws -> Value {
        let smsc = try await TestSMSC.start(behaviour)
        var configuration = configuration(port: smsc.port)
        change(&configuration)
        let link = try SMPPLink(configuration, chance: { 0.5 }, handler: handler)
        async let running: Void = link.run()
        let value: Value
        do {
            value = try await body(link, smsc)
        } catch {
            await link.shutDown(within: .zero)
            throw error
        }
        await link.shutDown(within: .seconds(5))
        await running
        try await smsc.stop()
        return value
    }
}

extension SMPPLink {
    /// Waits for a state; false when the link has closed without it.
    func waits(for isRight: (LinkState) -> Bool) async -> Bool {
        for await state in states() where isRight(state) { return true }
        return false
    }

    func isBound() async -> Bool {
        await waits { state in if case .bound = state { true } else { false } }
    }

    /// The test's own message, with time enough.
    func submit() async -> SubmitEnd {
        await submit(PDUSamples.message, deadline: .now + .seconds(60))
    }
}
