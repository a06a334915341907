import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Operations
import StrictJSON
import VerificationCore

/// Who did what, when and why; also as a file for a spreadsheet.
struct AuditPages: Sendable {
    let service: AuditService
    let server: PageServer

    var routes: [Route] { server.routes(page) + [file] }

    private var page: Page {
        Page(path: "/audit", menu: "/audit", template: .audit, isLive: false) { call in
            let filter = try filter(of: call)
            let before = try call.before()
            let cached = try await service.page(filter, before: before, for: call.person)
            return Page.Model(title: "Audit", data: AuditViewModel(filter: filter, before: before, cached: cached).data)
        }
    }

    private var file: Route {
        Route(.get, at: server.framing.base + "/audit.csv") { request, context in
            let call = try server.call(request, in: context)
            let (lines, isCutShort) = try await service.export(try filter(of: call), for: call.person)
            let note =
                isCutShort ? [["older lines are left out"] + AuditViewModel.heads.dropFirst().map { _ in "" }] : []
            let text = CSV.text([AuditViewModel.heads] + lines.map(AuditViewModel.row) + note)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"audit.csv\"",
                ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    private func filter(of call: PageCall) throws(OperatorError) -> AuditFilter {
        let (action, result) = (call.query("action"), call.query("result"))
        let filter = AuditFilter(
            actor: call.query("actor"), action: action.flatMap(OperatorAction.init(rawValue:)),
            result: result.flatMap(AuditEntry.Result.init(rawValue:)))
        guard (filter.action == nil) == (action == nil) else { throw .unusable("There is no action of this name.") }
        guard (filter.result == nil) == (result == nil) else { throw .unusable("There is no result of this name.") }
        return filter
    }
}

/// Lines of comma-separated values (RFC 4180), which a spreadsheet may open.
///
/// It looks at single scalars: for a program that reads the file, a quotation mark ends a field also where an accent
/// follows, with which Swift makes it another character.
enum CSV {
    /// What a spreadsheet takes for the beginning of a formula, also in full width.
    private static let dangerous: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    /// The lines with their ends.
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Quoted whatever it holds; a text that could be a formula gets an apostrophe before it.
    private static func field(_ text: String) -> String {
        var field = String.UnicodeScalarView(["\""])
        if let first = text.unicodeScalars.first, dangerous.contains(first) { field.append("'") }
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.append("\"") }
            field.append(scalar)
        }
        field.append("\"")
        return String(field)
    }
}
