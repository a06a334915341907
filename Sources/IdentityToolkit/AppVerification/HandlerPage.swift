import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// `/__/auth/handler`: the page that Firebase's SDK for iOS opens so that a person solves a captcha for the app.
///
/// It leads back by the app's own URL scheme, and only by one that the project lists. So no page of a stranger gets what
/// the captcha's provider has given the person.
struct HandlerPage: HTTPResponder {
    let ports: IdentityPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        do {
            return try await answer(try request.query(), to: request, in: context)
        } catch let error as AccountError {
            return failure(error.message, status: HTTPResponse.Status(code: error.status), to: request)
        } catch let refusal as HandlerCall.Refusal {
            return failure(refusal.words, status: refusal.status, to: request)
        }
    }

    private func answer(_ query: Form, to request: Request, in context: CallContext) async throws -> Response {
        let callers = AdmitCaller(ports.accounts)
        let mode = ports.accounts.policy.mode
        try await callers.count(.usual, from: mode == .production ? ports.callers.address(of: request, context) : nil)
        let (project, _) = try await callers.caller(request.handlerCredentials(query), naming: nil)
        let call = try HandlerCall(HandlerCall.Parameters(query), for: project, in: mode)
        let page = HandlerDocument(ports.texts.page(for: request.languages(query)), nonce: nonce)
        return .handler(
            page.html(of: call, members: query), under: HandlerPolicy(call.site, nonce: page.nonce), status: .ok)
    }

    /// For the person, in the person's language; `words` say to the app's developer what is wrong.
    private func failure(_ words: String, status: HTTPResponse.Status, to request: Request) -> Response {
        let query = try? request.query()
        let page = HandlerDocument(ports.texts.page(for: request.languages(query)), nonce: nonce)
        return .handler(page.html(failure: words), under: HandlerPolicy(nil, nonce: page.nonce), status: status)
    }

    /// Nobody can guess it, so a script that somebody else has brought into the page does not run.
    private var nonce: String { Base64.encodeForURL(ports.accounts.credentials.randomBytes(16)) }
}

extension HandlerCall.Parameters {
    init(_ query: Form) {
        self.init()
        (authType, eventID) = (query["authType"], query["eventId"])
        (clientID, appID) = (query["clientId"], query["appId"])
    }
}

extension HandlerCall.Refusal {
    var status: HTTPResponse.Status {
        switch self {
        case .notServed: .notImplemented
        case .badEvent, .noApp, .foreignApp, .noCaptcha: .badRequest
        }
    }
}

extension Request {
    /// Who has opened the page: its address names the app, because a browser writes no header for it.
    fileprivate func handlerCredentials(_ query: Form) -> AdmitCaller.Credentials {
        AdmitCaller.Credentials(
            key: query["apiKey"], bearer: nil, origin: ClientBounds.Origin(bundle: query["ibi"], package: query["apn"]))
    }

    /// What the person reads: the app's language first, then the browser's, in their order.
    fileprivate func languages(_ query: Form?) -> [LanguageTag?] {
        let accepted = (headers.text(of: .acceptLanguage) ?? "").split(separator: ",").prefix(10).map { range in
            LanguageTag(String(range.prefix { $0 != ";" }.filter { $0 != " " }))
        }
        return [query?["hl"].flatMap { LanguageTag($0) }] + accepted
    }
}
