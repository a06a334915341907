import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird

/// Where a program finds an issuer of tokens and its keys (OpenID Connect Discovery 1.0).
///
/// The document stands behind the issuer, so that the host and the beginning of the path say which project is meant.
struct DiscoveryRoutes {
    /// How many parts the path of an issuer may have.
    static let deepest = 4

    let ports: AccountPorts

    var all: [Route] {
        let document = DiscoveryResponder(ports: ports, place: .issuer)
        let keys = IssuerKeysResponder(ports: ports)
        return [
            Route(
                .get, "/securetoken.google.com/{project}" + Project.discoveryPath,
                DiscoveryResponder(ports: ports, place: .project))
        ]
            + (0...Self.deepest).map { Route(.get, Self.path($0) + Project.discoveryPath, document) }
            + (1...Self.deepest).map { Route(.get, Self.path($0) + Project.keySetPath, keys) }
    }

    private static func path(_ parts: Int) -> String { (0..<parts).map { "/{part\($0)}" }.joined() }
}

/// The public keys at an issuer that has a path; the keys are the same for all projects.
struct IssuerKeysResponder: HTTPResponder {
    let ports: AccountPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        _ = try await FindIssuer(ports).project(at: request, before: Project.keySetPath)
        return try await PublicKeysResponder(ports: ports, form: .keySet).respond(to: request, context: context)
    }
}
