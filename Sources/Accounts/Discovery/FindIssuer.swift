import AccountCore
import VerificationCore

/// Finds the project whose tokens an issuer makes, for a caller who knows only the issuer.
package struct FindIssuer: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// The project whose issuer is this path of this host.
    ///
    /// - Parameters:
    ///   - authority: host and port as the caller named them; nil where it named none.
    ///   - path: what stands before the document's own path; empty for an issuer without a path.
    /// - Returns: the project.
    /// - Throws: `unknownPath` where no project has the issuer.
    package func project(at authority: String?, path: String) async throws(AccountError) -> Project {
        let projects = try await projects()
        guard let authority, let project = projects.first(where: { $0.issues(at: authority, path: path) }) else {
            throw .unknownPath
        }
        return project
    }

    /// The project of that name; throws `unknownPath` where there is none.
    package func project(named name: String?) async throws(AccountError) -> Project {
        guard let project = try await projects().first(where: { $0.id.text == name }) else { throw .unknownPath }
        return project
    }

    private func projects() async throws(AccountError) -> [Project] {
        try await ports.asking { () throws(StoreError) in try await ports.projects.cache.projects() }
    }
}
