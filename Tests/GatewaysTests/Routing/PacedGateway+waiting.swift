import Gateways
import Testing
import VerificationCore

extension PacedGateway {
    /// A place at a gateway that is not away.
    func place() async throws -> GatewayPermit { try #require(await permit()) }

    /// Returns once so many wait; the line tells nobody when somebody joins it, so this looks again and again.
    func waiters(_ count: Int) async {
        while waiting < count { await Task.yield() }
    }
}
