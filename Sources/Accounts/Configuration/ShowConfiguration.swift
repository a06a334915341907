import AccountCore
import StrictJSON

/// Shows a project's configuration, also the codes of its test numbers.
package struct ShowConfiguration: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// The members as the wire shows them.
    package func show(_ project: Project) async throws(AccountError) -> JSONObject {
        try await ports.configuration(of: project).json(in: ports.policy.mode)
    }
}
