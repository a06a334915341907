import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Answers errors of pages with pages, and leads a person without a session to the sign-in; programs get problems as
/// JSON.
struct ProblemPages: RouterMiddleware {
    let pages: Pages
    let framing: Framing
    let sessions: SessionGuard

    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await served(request, in: context, by: next)
        } catch let first as SignInFirst {
            guard wantsPage(request) else { throw Problem.signInFirst }
            let to = first.to.map { String($0.dropFirst(framing.base.utf8.count)) } ?? "/"
            let encoded = String(decoding: Form.encode([("to", to)]), as: UTF8.self)
            return Response(status: .seeOther, headers: [.location: "\(framing.base)/sign-in?\(encoded)"])
        } catch is EnrollFirst {
            guard wantsPage(request) else { throw Problem.enrollFirst }
            return Response(
                status: .seeOther, headers: [.location: framing.base + "/account/second-factor/add"])
        } catch let refusal as OperatorError {
            return try answer(Problem(refusal), to: request)
        } catch let problem as Problem {
            return try answer(problem, to: request)
        }
    }

    /// Where no page is, a page says it, in the frame; a stranger learns only where to sign in.
    private func served(
        _ request: Request, in context: CallContext, by next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let missing as HTTPError {
            guard missing.status == .notFound, request.method != .post, isPage(request) else { throw missing }
            _ = try sessions.person(of: request)
            throw OperatorError.nothing("such page")
        }
    }

    /// Whether the path is a page's by its place, there or not.
    private func isPage(_ request: Request) -> Bool {
        wantsPage(request) && request.uri.path.hasPrefix(framing.base + "/")
            && !request.uri.path.hasPrefix(framing.base + "/assets/")
    }

    private func answer(_ problem: Problem, to request: Request) throws -> Response {
        guard wantsPage(request) else { throw problem }
        let person = SessionCookie.token(of: request).flatMap { sessions.operators.person(token: $0) }
        let frame = framing.frame(problem.status.reasonPhrase, at: "", for: person, of: request)
        return pages.response(
            problem.status, of: .problem, with: ["detail": .string(problem.detail)], in: frame, now: framing.now())
    }

    private func wantsPage(_ request: Request) -> Bool {
        !request.uri.path.hasPrefix(framing.base + "/api/")
    }
}

extension Problem {
    fileprivate static let signInFirst = Problem(.unauthorized, code: "sign-in-first", detail: "Sign in first.")

    fileprivate static let enrollFirst = Problem(
        .forbidden, code: "enroll-first",
        detail: "Add an authenticator app or a security key on the page Account first.")

    fileprivate init(_ refusal: OperatorError) {
        switch refusal {
        case .forbidden(let action):
            self.init(
                .forbidden, code: "forbidden",
                detail: "Your role does not allow this; it needs the role \(action.leastRole.rawValue).")
        case .store(let problem):
            self.init(
                .serviceUnavailable, code: "store-unavailable", detail: "The database gives no answer: \(problem).")
        case .broker(let problem):
            self.init(
                .serviceUnavailable, code: "broker-unavailable", detail: "The broker gives no answer: \(problem).")
        case .nothing(let what): self.init(.notFound, code: "not-found", detail: "There is no \(what).")
        case .unusable(let sentence): self.init(.badRequest, code: "unusable", detail: sentence)
        case .noTestNumber(let refusal): self.init(.badRequest, code: "unusable", detail: refusal.sentence)
        }
    }
}
