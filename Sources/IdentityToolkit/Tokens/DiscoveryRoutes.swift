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
                .get, at: "/securetoken.google.com/{project}" + Project.discoveryPath,
                to: DiscoveryResponder(ports: ports, place: .project))
        ]
            + (0...Self.deepest).map { Route(.get, at: Self.path($0) + Project.discoveryPath, to: document) }
            + (1...Self.deepest).map { Route(.get, at: Self.path($0) + Project.keySetPath, to: keys) }
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

/// What a program needs to know of an issuer before it can check tokens.
struct DiscoveryResponder: HTTPResponder {
    /// How a call says which project it means.
    enum Place: Sendable {
        /// By its host and path, which are those of the issuer.
        case issuer
        /// By the project's id in the path, whatever the host.
        case project
    }

    let ports: AccountPorts
    let place: Place

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let find = FindIssuer(ports)
        let project =
            switch place {
            case .issuer: try await find.project(at: request, before: Project.discoveryPath)
            case .project: try await find.project(named: context.parameters.get("project"))
            }
        var response = Response.wire(project.openIDConfiguration)
        response.headers[.cacheControl] = PublicKeysResponder.caching
        return response
    }
}

extension FindIssuer {
    /// The project whose issuer stands before this end of the call's path, at the call's host.
    func project(at request: Request, before end: String) async throws -> Project {
        try await project(at: request.authority, path: String(request.path.dropLast(end.count)))
    }
}

/// The public keys of all tokens, for programs that check tokens.
struct PublicKeysResponder: HTTPResponder {
    enum Form: Sendable {
        /// A set of JSON Web Keys (RFC 7517).
        case keySet
        /// Certificates as PEM, by the names of their keys.
        case certificates
    }

    /// How long a client may keep the keys, and what says where they are: a new key is published longer before it
    /// signs.
    static let caching = "public, max-age=\(TokenIssuer.keysAreFresh.components.seconds)"

    let ports: AccountPorts
    let form: Form

    func respond(to request: Request, context: CallContext) async throws -> Response {
        var response =
            switch form {
            case .keySet: Response.wire(try await ports.credentials.tokens.jwks())
            case .certificates: Response.wire(try await ports.credentials.tokens.certificates())
            }
        response.headers[.cacheControl] = Self.caching
        return response
    }
}
