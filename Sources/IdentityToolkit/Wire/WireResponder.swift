import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore

/// Surrounds every endpoint: bounds the caller's network, admits the caller, reads the body, and writes the answer.
struct WireResponder: HTTPResponder {
    /// Who may call.
    enum Access: Sendable, Equatable {
        /// An app by its key, or an administrator. Every user of the app has its key, so verifyd limits each network's
        /// calls.
        case client
        /// An administrator of the project in the path, whose key is for this scope.
        case administrator(KeyScope)
        /// Every caller; the project stands in the path. For emulators.
        case anybody
    }

    private static let emulatedNumber = "12345"

    let ports: IdentityPorts
    let access: Access
    /// How much of a body is read; an import of accounts is larger than any other call.
    var kibibytes = 64
    /// Whether the body may be a form instead of JSON.
    var takesForms = false
    let endpoint: any WireEndpoint

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let address = ports.accounts.policy.mode == .production ? ports.callers.address(of: request, context) : nil
        if access == .client { try await AdmitCaller(ports.accounts).count(endpoint.bound, from: address) }
        let query = try request.query()
        let credentials = request.credentials(query)
        guard access.isOpen || credentials.key != nil || credentials.bearer != nil else { throw AccountError.noKey }
        // Where the path names the project, verifyd admits the caller before it reads a large body.
        let admitted = try await admit(credentials, toProject: context.parameters.get("project"))
        let body = try await request.wireBody(context, kibibytes: kibibytes, takesForms: takesForms)
        let (project, right) = if let admitted { admitted } else { try await client(credentials, body: body) }
        try endpoint.schema.check(body.members)
        let call = WireCall(
            project: project, right: right, administrator: right == .administrator ? credentials.backend : nil,
            body: body, provider: context.parameters.get("provider"), parameter: { query[$0] },
            locale: request.headers.text(of: .firebaseLocale),
            address: address, appCheck: request.headers.text(of: .firebaseAppCheck),
            bundle: credentials.origin.bundle, appAttest: request.headers.text(of: .appAttest),
            missingProof: request.headers.text(of: .missingProof),
            isPage: request.isPage,
            trace: context.trace(of: request),
            projectNumber: ports.accounts.policy.mode == .production ? "\(project.number)" : Self.emulatedNumber)
        return .wire(try await endpoint.answer(call))
    }

    /// Nil for an app's call: its key says the project, and an administrator may name one in the body.
    private func admit(
        _ credentials: AdmitCaller.Credentials, toProject name: String?
    ) async throws(AccountError) -> (Project, AdmitCaller.Right)? {
        let callers = AdmitCaller(ports.accounts)
        switch access {
        case .client: return nil
        case .administrator(let scope):
            return (try await callers.administrator(credentials, of: name, in: scope), .administrator)
        case .anybody: return (try await callers.emulated(name), .administrator)
        }
    }

    private func client(
        _ credentials: AdmitCaller.Credentials, body: WireBody
    ) async throws(AccountError) -> (Project, AdmitCaller.Right) {
        try await AdmitCaller(ports.accounts).caller(credentials, naming: try body.filled("targetProjectId"))
    }
}

extension WireResponder.Access {
    fileprivate var isOpen: Bool {
        switch self {
        case .client, .administrator: false
        case .anybody: true
        }
    }
}

/// Everything that the surface needs from outside.
package struct IdentityPorts: Sendable {
    package let accounts: AccountPorts
    package let callers: CallerAddress
    package let readiness: Readiness
    /// What people read on the page that an app opens.
    package let texts: HandlerTexts
    /// Whether an emulator answers calls from other machines too.
    package let isPublic: Bool

    package init(
        accounts: AccountPorts, callers: CallerAddress, readiness: Readiness, texts: HandlerTexts,
        isPublic: Bool = false
    ) {
        (self.accounts, self.callers, self.readiness) = (accounts, callers, readiness)
        (self.texts, self.isPublic) = (texts, isPublic)
    }
}
