import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore
import Verifications

/// An app's test numbers: list, save, remove.
enum TestNumberEndpoints {
    /// `GET /v1/test-numbers`: shows the app's test numbers without their codes, expired test numbers included.
    struct List: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let (app, person) = try await api.administrator(calling: request)
            let numbers = try await answered { () throws(OperatorError) in
                try await api.testNumbers.numbers(of: app.id, for: person)
            }
            return .json(.ok) { writer in
                writer.memberArray("testNumbers") { writer in
                    for number in numbers { writer.object { number.write(to: &$0) } }
                }
                if !app.rules.takesTestNumbers { writer.member("switchedOff", is: true) }
            }
        }
    }

    /// `POST /v1/test-numbers`: adds a test number (`201`), or changes the test number of the same phone (`200`).
    struct Save: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let (app, person) = try await api.administrator(calling: request)
            let form = try TestNumberForm(
                reading: try await request.jsonObject(context), phones: api.phones, now: api.ports.now())
            let (number, isNew) = try await answered { () throws(OperatorError) in
                try await api.testNumbers.add(form, to: app, because: "", by: person)
            }
            return .json(isNew ? .created : .ok, number.write)
        }
    }

    /// `DELETE /v1/test-numbers/{id}`: makes the number an ordinary number again.
    struct Remove: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let (app, person) = try await api.administrator(calling: request)
            guard let id = context.parameters.get("id").flatMap(VerificationID.init) else {
                throw Problem.testNumberNotFound
            }
            _ = try await answered { () throws(OperatorError) in
                try await api.testNumbers.remove(id, of: app.id.name, because: "", by: person)
            }
            return Response(status: .noContent)
        }
    }
}

extension TestNumber {
    /// Writes the test number as its app sees it: everything but the code.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("id", is: id.description)
        writer.member("phoneNumber", is: phone.e164)
        writer.member("scenario", is: scenario?.rawValue)
        writer.member("expiresAt", is: expiresAt?.rfc3339)
    }
}
