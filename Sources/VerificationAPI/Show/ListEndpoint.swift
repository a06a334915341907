import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// `GET /v1/verifications?phoneNumber=…`: a phone's verifications, newest first, a page at a time.
///
/// The next page begins after the last verification of this page, even if the app meanwhile added or erased some.
struct ListEndpoint: HTTPResponder {
    private static let usualSize = 20
    private static let sizes = 1...100

    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let query = request.uri.queryParameters
        let phone = try phoneNumber(query["phoneNumber"])
        let page = try await ListVerifications(api.ports).page(
            of: phone, app, size: try Self.size(query["pageSize"]), after: try Self.position(query["pageToken"]))
        return .json(.ok) { writer in
            writer.memberArray("verifications") { writer in
                for report in page.reports {
                    writer.object { VerificationAnswer(report: report, maskedPhone: phone.masked).write(to: &$0) }
                }
            }
            writer.member("nextPageToken", is: page.last?.description)
        }
    }

    /// Reads the number in a query as a number in the body of another look-up.
    private func phoneNumber(_ text: Substring?) throws(InvalidMemberError) -> PhoneNumber {
        let members = text.map { [JSONObject.Member(key: "phoneNumber", value: .string(String($0)))] } ?? []
        return try JSONObject(members).phoneNumber(RecordedNumbers(api.phones))
    }

    private static func size(_ text: Substring?) throws(InvalidMemberError) -> Int {
        guard let text else { return usualSize }
        guard let size = Int(text), sizes.contains(size) else { throw InvalidMemberError("pageSize", is: .malformed) }
        return size
    }

    /// A token is the id of the last verification on the page before; callers must not read a meaning into it.
    private static func position(_ text: Substring?) throws(InvalidMemberError) -> VerificationID? {
        guard let text else { return nil }
        guard let id = VerificationID(String(text)) else { throw InvalidMemberError("pageToken", is: .malformed) }
        return id
    }
}
