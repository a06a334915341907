import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// `GET /v1/verifications?phoneNumber=…`: one phone's verifications, newest first, a page at a time.
///
/// The next page begins after the last verification of this one, whatever was added or forgotten meanwhile.
struct ListEndpoint: HTTPResponder {
    private static let usualSize = 20
    private static let sizes = 1...100

    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let query = request.uri.queryParameters
        let phone = try api.phoneNumber(query["phoneNumber"].map(String.init))
        let size = try Self.size(query["pageSize"])
        let before = try Self.position(query["pageToken"])
        // One more than is shown tells whether there is a next page.
        let reports = try await api.ports.history.verifications(
            of: PhoneKey(app: app.id, phone: phone.e164), before: before, limit: size + 1)
        return .json(.ok) { writer in
            writer.memberArray("verifications") { writer in
                for report in reports.prefix(size) {
                    let answer = VerificationAnswer(report: report, maskedPhone: phone.masked)
                    writer.object { answer.write(to: &$0) }
                }
            }
            if reports.count > size { writer.member("nextPageToken", reports[size - 1].id.description) }
        }
    }

    private static func size(_ text: Substring?) throws(InvalidMember) -> Int {
        guard let text else { return usualSize }
        guard let size = Int(text), sizes.contains(size) else { throw InvalidMember("pageSize", .malformed) }
        return size
    }

    /// A token is the id of the last verification that was shown; callers need not know.
    private static func position(_ text: Substring?) throws(InvalidMember) -> VerificationID? {
        guard let text else { return nil }
        guard let id = VerificationID(String(text)) else { throw InvalidMember("pageToken", .malformed) }
        return id
    }
}
