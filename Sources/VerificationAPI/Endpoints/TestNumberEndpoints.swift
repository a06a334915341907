import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// An app's test numbers: list, save, remove.
enum TestNumberEndpoints {
    /// `GET /v1/test-numbers`: shows the app's test numbers without their codes, expired test numbers included.
    struct List: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let app = try await api.app(calling: request, in: .admin)
            let numbers = try await TestNumbers(api.ports).all(of: app)
            return .json(.ok) { writer in
                writer.memberArray("testNumbers") { writer in
                    for number in numbers { writer.object { number.write(to: &$0) } }
                }
            }
        }
    }

    /// `POST /v1/test-numbers`: adds a test number (`201`), or changes the test number of the same phone (`200`).
    struct Save: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let app = try await api.app(calling: request, in: .admin)
            let form = try TestNumberForm(
                reading: try await request.jsonObject(context), phones: api.phones, now: api.ports.now())
            switch try await TestNumbers(api.ports).save(form, of: app) {
            case .saved(let number, let isNew): return .json(isNew ? .created : .ok, number.write)
            case .cannotGetSMS: throw Problem.kindNotAllowed
            case .tooMany(let limit): throw Problem.tooManyTestNumbers(limit)
            case .inUse: throw Problem.numberInUse
            case .keyMissing: throw Problem.keyMissing
            }
        }
    }

    /// `DELETE /v1/test-numbers/{id}`: makes the number an ordinary number again.
    struct Remove: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let app = try await api.app(calling: request, in: .admin)
            guard let id = context.parameters.get("id").flatMap(VerificationID.init),
                try await TestNumbers(api.ports).remove(id, of: app)
            else { throw Problem.testNumberNotFound }
            return Response(status: .noContent)
        }
    }
}

extension TestNumber {
    /// Writes the test number as its app sees it: everything but the code.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("phoneNumber", phone.e164)
        writer.member("scenario", scenario?.rawValue)
        writer.member("expiresAt", expiresAt?.rfc3339)
    }
}

extension Problem {
    fileprivate static let testNumberNotFound = Problem(
        .notFound, "test-number-not-found", "This app has no such test number.")

    /// With a fixed code the app's staff could open the account of the person who has this number.
    fileprivate static let numberInUse = Problem(
        .conflict, "number-in-use", "This app has really sent to this number, so it cannot be a test number.")

    fileprivate static func tooManyTestNumbers(_ limit: Int) -> Problem {
        Problem(.conflict, "too-many-test-numbers", "This app may have \(limit) test numbers; remove one first.")
    }
}
