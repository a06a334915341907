import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Finds a person's verifications, and shows a verification's whole life.
struct VerificationPages: Sendable {
    /// How many of a phone's verifications a page shows for each app.
    private static let limit = 50

    let records: Records
    let phones: any PhoneNumberParser
    let server: PageServer

    var routes: [Route] {
        server.routes(list) + server.routes(detail) + server.routes(unmask) + [
            Route(.post, server.framing.base + "/search") { request, context in
                try await search(try await server.posted(request, context))
            }
        ]
    }

    private var list: Page {
        Page(path: "/verifications", menu: "/verifications", template: .verifications, isLive: false) { _ in
            let hint = "Search above by id, phone number, trace, or the id of a gateway's message."
            return Page.Sheet(title: "Verifications", data: ["rows": [], "hint": .string(hint)])
        }
    }

    private var detail: Page {
        Page(path: "/verifications/{id}", menu: "/verifications", template: .verification) { call in
            let id = try id(of: call)
            let report = try await records.verification(id, for: call.person)
            return Page.Sheet(title: "Verification \(id)", data: report.detail(phone: masked(report.phone)))
        }
    }

    /// The number goes into the sentence that the next page shows once, and into no address.
    private var unmask: ActionPage {
        ActionPage(path: "/verifications/{id}/number", menu: "/verifications") { call in
            let id = try id(of: call)
            try await records.previewNumber(of: id, for: call.person)
            return ActionPage.Preview(
                title: "Show the whole number",
                sentences: ["The audit keeps that you saw it, and why."], facts: [("Verification", .string("\(id)"))],
                button: "Show the number")
        } perform: { call in
            let id = try id(of: call)
            let number = try await records.number(of: id, because: try call.reason(), for: call.person)
            return ActionPage.Outcome(sentence: "The whole number is \(number).", next: "/verifications/\(id)")
        }
    }

    private func id(of call: PageCall) throws(OperatorProblem) -> VerificationID {
        let text = call.segment("id") ?? ""
        guard let id = VerificationID(text) else { throw .nothing("verification \(text)") }
        return id
    }

    /// A search is a `POST`, so that no phone number gets into a browser's history or a proxy's log.
    private func search(_ call: PageCall) async throws -> Response {
        let typed = (call.field("q") ?? "").filter { !$0.isWhitespace }
        if let id = VerificationID(typed) {
            return Response(status: .seeOther, headers: [.location: "\(server.framing.base)/verifications/\(id)"])
        }
        guard !typed.isEmpty else { throw OperatorProblem.unusable("Type an id or a phone number.") }
        let reports = try await found(typed, call.person)
        let nothing = "Nothing is called so: no id, no trace, no gateway's message, no number with + and its country."
        let data: JSONValue = [
            "rows": .array(reports.map { $0.row(phone: masked($0.phone)) }),
            "hint": .string(reports.isEmpty ? nothing : "\(reports.count) found."),
        ]
        let frame = server.framing.frame("Verifications", at: "/verifications", call.person, call.request)
        return server.html(.ok, .verifications, data, frame)
    }

    private func found(_ typed: String, _ person: Operator) async throws -> [VerificationReport] {
        // What is no number may be the name that another system has.
        guard typed.hasPrefix("+"), let phone = try? phones.parse(typed) else {
            return try await records.verifications(named: typed, limit: Self.limit, for: person)
        }
        return try await records.verifications(of: phone, limit: Self.limit, for: person)
    }

    /// Never the whole number, also when it cannot be read any more.
    private func masked(_ phone: String) -> String {
        // What cannot be read any more is masked whole.
        (try? phones.parse(phone))?.masked ?? "+•••"
    }
}
