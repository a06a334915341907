import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// `GET /v1/test-numbers`: the app's test numbers, expired ones included; their codes are not told again.
struct ListTestNumbersEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let numbers = try await TestNumbers(api.ports).all(of: app)
        return .json(.ok) { writer in
            writer.memberArray("testNumbers") { writer in
                for number in numbers { writer.object { TestNumberAnswer.write(number, to: &$0) } }
            }
        }
    }
}
