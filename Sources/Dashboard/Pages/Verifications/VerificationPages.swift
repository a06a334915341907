import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Lists verifications, finds a person's, and shows a verification's whole life.
struct VerificationPages: Sendable {
    let records: Records
    let phones: any PhoneNumberParser
    let reasons: ReasonWords
    /// The address of a trace, with `{trace}` for its id; nil where no viewer is set.
    let traceViewer: String?
    let server: PageServer
    private var model: VerificationViewModel {
        VerificationViewModel(phones: phones, reasons: reasons, traceViewer: traceViewer)
    }

    var routes: [Route] {
        server.routes(list) + server.routes(detail) + server.routes(unmask) + samePhone + [
            Route(.post, at: server.framing.base + "/search") { request, context in
                let call = try await server.posted(request, in: context)
                switch try await found(by: call) {
                case .address(let id): return leading(to: "/verifications/\(id)")
                case .records(let records):
                    let frame = server.framing.frame(
                        "Verifications", at: "/verifications", for: call.person, of: call.request)
                    return server.html(.ok, of: .verifications, with: model.found(records), in: frame)
                }
            },
            Route(.post, at: server.framing.base + "/api/v1/search") { request, context in
                switch try await found(by: try await server.posted(request, in: context)) {
                case .address(let id): leading(to: "/api/v1/verifications/\(id)")
                case .records(let records): .json(model.found(records))
                }
            },
            Route(.get, at: server.framing.base + "/search") { request, context in
                _ = try server.call(request, in: context)
                // What found a phone has no address of its own, and a browser asks for the search's as soon as a person
                // presses Enter there.
                return leading(to: "/verifications")
            },
        ]
    }

    /// The verifications of the phone of the verification in the address; a `POST`, because it is a search.
    private var samePhone: [Route] {
        let (base, path) = (server.framing.base, "/verifications/{id}/phone")
        return [
            Route(.post, at: base + path) { request, context in
                let call = try await server.posted(request, in: context)
                let records = try await ofSamePhone(call)
                let frame = server.framing.frame(
                    "Verifications", at: "/verifications", for: call.person, of: call.request)
                return server.html(.ok, of: .verifications, with: model.found(records), in: frame)
            },
            Route(.post, at: base + "/api/v1" + path) { request, context in
                .json(model.found(try await ofSamePhone(try await server.posted(request, in: context))))
            },
            Route(.get, at: base + path) { request, context in
                leading(to: "/verifications/\(try id(of: try server.call(request, in: context)))")
            },
        ]
    }

    private func leading(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: server.framing.base + path])
    }

    private var list: Page {
        Page(path: "/verifications", menu: "/verifications", template: .verifications, isLive: false, reach: .single) {
            call in
            let query = try VerificationQuery(call)
            let cached = try await records.page(query.filter, before: query.before, for: call.person)
            return Page.Model(title: "Verifications", data: model.list(cached, for: query))
        }
    }

    private var detail: Page {
        Page(path: "/verifications/{id}", menu: "/verifications", template: .verification, reach: .none) { call in
            let id = try id(of: call)
            let record = try await records.verification(id, for: call.person)
            let trail = await records.trail(of: record)
            return Page.Model(
                title: "Verification \(record.id)", data: model.detail(record, asked: id, trail: trail))
        }
    }

    /// The number goes into the sentence that the next page shows once, and into no address.
    private var unmask: ActionPage {
        ActionPage(path: "/verifications/{id}/number", menu: "/verifications") { call in
            let id = try id(of: call)
            try await records.previewNumber(of: id, for: call.person)
            return ActionPage.Preview(
                title: "Show the whole number",
                sentences: ["The audit log records that you saw it, and why."],
                facts: [("Verification", .string("\(id)"))],
                button: "Show the number")
        } perform: { call in
            let id = try id(of: call)
            let number = try await records.number(of: id, because: try call.reason(), for: call.person)
            return ActionPage.Outcome(
                sentence: "The whole number is \(number).", next: "/verifications/\(id)", ownTitle: "The whole number")
        }
    }

    private func id(of call: PageCall) throws(OperatorError) -> VerificationID {
        let text = call.segment("id") ?? ""
        guard let id = VerificationID(text) else { throw .nothing("such verification") }
        return id
    }

    /// What a search found: an id has an address of its own, all else is a list.
    private enum Found {
        case address(VerificationID)
        case records([VerificationRecord])
    }

    /// A search is a `POST`, so that no phone number gets into a browser's history or a proxy's log.
    private func found(by call: PageCall) async throws -> Found {
        let typed = (call.field("q") ?? "").filter { !$0.isWhitespace }
        if let id = VerificationID(typed) { return .address(id) }
        guard !typed.isEmpty else { throw OperatorError.unusable("Enter an id or a phone number.") }
        return .records(try await found(typed, by: call.person))
    }

    /// The verifications of the phone of the verification in the address, so that no page and no address needs the number.
    private func ofSamePhone(_ call: PageCall) async throws -> [VerificationRecord] {
        let record = try await records.verification(try id(of: call), for: call.person)
        let phone = try RecordedNumbers(phones).parse(record.report.phone)
        return try await records.verifications(of: phone, for: call.person)
    }

    private func found(_ typed: String, by person: Operator) async throws -> [VerificationRecord] {
        // What is no number may be the name that another system has.
        guard let phone = try? RecordedNumbers(phones).parse(typed) else {
            return try await records.verifications(named: typed, for: person)
        }
        return try await records.verifications(of: phone, for: person)
    }
}
