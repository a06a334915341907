import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `DELETE /v1/test-numbers/{id}`: from now on the number is one like any other.
struct RemoveTestNumberEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        guard let id = context.parameters.get("id").flatMap(VerificationID.init),
            try await TestNumbers(api.ports).remove(id, of: app)
        else { throw Problem.testNumberNotFound }
        return Response(status: .noContent)
    }
}
