import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// Finds a person's verifications, and shows a verification's whole life.
struct VerificationPages: Sendable {
    /// How many of a phone's verifications a page shows for each app.
    private static let limit = 50

    private struct Row {
        let at: String
        let clock: String
        let phone: String
        let app: String
        let status: String
        let messages: Int
        let base: String
        let id: String
    }

    private struct ListModel {
        let frame: Frame
        let count: String
        let rows: [Row]
        let next: String?
    }

    let records: Records
    let phones: any PhoneNumberParser
    let pages: Pages
    let framing: Framing

    /// A search is a `POST`, so that no phone number gets into a browser's history or a proxy's log.
    func search(_ request: Request, _ context: CallContext, _ person: Operator) async throws -> Response {
        let form = Form(try await request.bytes(context))
        let typed = (form?["q"] ?? "").filter { !$0.isWhitespace }
        if let id = VerificationID(typed) {
            return Response(status: .seeOther, headers: [.location: "\(framing.base)/verifications/\(id)"])
        }
        guard let phone = try? phones.parse(typed) else { throw Records.Refusal.unreadable }
        let reports = try await records.verifications(of: phone, limit: Self.limit, for: person)
        return list(reports, person, request)
    }

    func showSearch(_ request: Request, _ person: Operator) -> Response { list([], person, request) }

    func show(_ id: VerificationID, _ request: Request, _ person: Operator) async throws -> Response {
        let report = try await records.verification(id, for: person)
        let frame = framing.frame("Verification \(id)", at: "/verifications", person, request)
        return pages.response(.ok, .verification, VerificationModel(frame, report, phone: masked(report.phone)))
    }

    private func list(_ reports: [VerificationReport], _ person: Operator, _ request: Request) -> Response {
        let rows = reports.map { report in
            Row(
                at: report.createdAt.rfc3339, clock: report.createdAt.clock, phone: masked(report.phone),
                app: report.app.name, status: report.status.rawValue, messages: report.messages.count,
                base: framing.base, id: "\(report.id)")
        }
        let count = rows.isEmpty ? "Nothing found. Search by id or by phone number above." : "\(rows.count) found."
        let frame = framing.frame("Verifications", at: "/verifications", person, request)
        return pages.response(.ok, .verifications, ListModel(frame: frame, count: count, rows: rows, next: nil))
    }

    /// Never the whole number, also when it cannot be read any more.
    private func masked(_ phone: String) -> String {
        (try? phones.parse(phone))?.masked ?? "+•••"
    }
}
