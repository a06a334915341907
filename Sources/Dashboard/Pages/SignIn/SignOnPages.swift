import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// Sends people to the provider of the single sign-on, and takes them back.
///
/// A link begins it, not a form: the dashboard's policy lets no form lead elsewhere.
struct SignOnPages: Sendable {
    let service: SignOnService
    let signIn: SignInPage

    var routes: [Route] {
        let base = signIn.framing.base
        return [
            Route(.get, at: base + "/sign-in/provider") { await begin($0, in: $1) },
            Route(.get, at: base + "/sign-in/provider/answer") { await finish($0, in: $1) },
        ]
    }

    private func begin(_ request: Request, in context: CallContext) async -> Response {
        let path = OwnPath(request.uri.queryParameters["to"].map(String.init)).text
        switch await service.begin(to: path, from: signIn.sessions.client(of: request, in: context)) {
        case .success(let start):
            let query = String(decoding: Form.encode(start.fields), as: UTF8.self)
            let url = start.url + (start.url.contains("?") ? "&" : "?") + query
            return Response(
                status: .seeOther, headers: [.location: url, .setCookie: SignOnCookie.set(start.kept)])
        case .failure(let refusal): return refused(refusal, to: path, for: request)
        }
    }

    private func finish(_ request: Request, in context: CallContext) async -> Response {
        // Of duplicate fields the first that is not empty counts; if one is no text, all are as good as none.
        let fields = Form(Array((request.uri.query ?? "").utf8))
        let answer = SignOnService.Answer(
            state: fields?["state"], code: fields?["code"], error: fields?["error"], issuer: fields?["iss"])
        let client = signIn.sessions.client(of: request, in: context)
        switch await service.finish(answer, kept: SignOnCookie.text(of: request), from: client) {
        case .success(let (token, path)):
            // The cookie has kept the path meanwhile, so it is looked at again.
            var headers: HTTPFields = [.location: signIn.framing.base + OwnPath(path).text]
            headers[values: .setCookie] = [SessionCookie.set(token), SignOnCookie.removal]
            return Response(status: .seeOther, headers: headers)
        case .failure(let refusal):
            var response = refused(refusal, to: nil, for: request)
            // Another tab may have begun the sign-in that this browser is about to finish.
            if refusal != .stale { response.headers[values: .setCookie].append(SignOnCookie.removal) }
            return response
        }
    }

    private func refused(_ refusal: SignOnRefusal, to path: String?, for request: Request) -> Response {
        signIn.page(
            refusal.status, to: path, name: "", trouble: refusal.sentence(at: service.plan.dashboard), for: request)
    }
}

/// What a browser keeps while its person is at the provider.
///
/// The name's prefix keeps it to this host and to HTTPS, so that no page of a neighbouring host can put its own in the place;
/// for that a browser demands the path `/`. The provider's answer comes from another site, which `Lax` lets through.
private enum SignOnCookie {
    private static let name = "__Host-verifyd-sign-on"

    static func text(of request: Request) -> String? { request.cookies[name]?.value }

    static func set(_ text: String) -> String {
        "\(name)=\(text); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(SignOnService.life.components.seconds)"
    }

    static let removal = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}

extension SignOnRefusal {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .stale: .badRequest
        case .denied, .unproven, .noRole, .switchedOff, .nameTaken: .forbidden
        case .unusable: .badGateway
        case .unreachable, .storeAway: .serviceUnavailable
        case .busy: .tooManyRequests
        }
    }

    /// What happened, and what to do; `dashboard` is its address.
    fileprivate func sentence(at dashboard: String) -> String {
        switch self {
        case .stale:
            "This browser began no such sign-in within the last ten minutes. Begin again at \(dashboard)/sign-in."
        case .denied: "The provider refused the sign-in, or you did. Try again, or ask its admin."
        case .unreachable(let words):
            "The provider gives no answer (\(words)). Try again in a minute, or sign in with a password."
        case .unusable(let words):
            "The provider's answer cannot be used (\(words)). An admin compares dashboard.oidc with the client at the provider."
        case .unproven(let words):
            "The provider's answer does not prove who you are: \(words). Begin again, or ask an admin."
        case .noRole(let name, _):
            "The provider calls you \(name), and gives you no role here. Ask for a group that dashboard.oidc.roles names."
        case .switchedOff(let name):
            "An admin has switched \(name) off. An admin ends that: verifyd operators on \(name)"
        case .nameTaken(let name):
            "Another operator here is called \(name). Only if that is you too, an admin removes that operator first: "
                + "verifyd operators remove \(name)"
        case .storeAway: "The database gives no answer, so only people who signed in before come in. Try again."
        case .busy: "Too many people sign in at this moment. Try again in a minute."
        }
    }
}
