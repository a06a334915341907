import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore

/// Surrounds every endpoint: admits the caller, reads the body, and writes the answer.
struct WireResponder: HTTPResponder {
    /// Who may call.
    enum Access: Sendable {
        /// An app by its key, or an administrator.
        case client
        /// An administrator of the project in the path.
        case administrator
        /// Whoever asks; the project stands in the path. For emulators.
        case anybody
    }

    let ports: IdentityPorts
    let access: Access
    /// How much of a body is read; an import of accounts is larger than any other call.
    var kibibytes = 64
    let endpoint: any WireEndpoint

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let credentials = request.credentials
        guard access.isOpen || credentials.key != nil || credentials.bearer != nil else { throw WireError.noKey }
        let body = try await request.wireBody(context, kibibytes: kibibytes)
        let (project, right) = try await admit(credentials, body, context)
        let call = WireCall(
            project: project, right: right, body: body, parameter: { request.parameter($0) },
            locale: request.headers.text(of: .firebaseLocale),
            address: ports.accounts.mode == .production ? ports.callers.address(of: request, context) : nil,
            trace: context.trace(of: request))
        return .wire(try await endpoint.answer(call))
    }

    private func admit(
        _ credentials: AdmitCaller.Credentials, _ body: WireBody, _ context: CallContext
    ) async throws(WireError) -> (Project, AdmitCaller.Right) {
        let callers = AdmitCaller(ports.accounts)
        let named = context.parameters.get("project")
        switch access {
        case .client: return try await callers.caller(credentials, naming: try body.text("targetProjectId"))
        case .administrator: return (try await callers.administrator(credentials, of: named), .administrator)
        case .anybody: return (try await callers.emulated(named), .administrator)
        }
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
