import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Makes routes of pages and actions: lets only people in who have signed in, and puts the frame around what pages know.
struct PageServer: Sendable {
    let sessions: SessionGuard
    let pages: Pages
    let framing: Framing
    /// Lets pages look anew after an action, so that the next page does not show the state before it.
    let expire: @Sendable () -> Void
    /// The apps that a person can choose; nil while they are not known.
    let appNames: @Sendable () async -> [String]?
    /// What operators did and what happened of late, newest first, for the marks of all charts.
    let happenings: @Sendable () async -> [Happening]

    /// The page and its twin.
    func routes(_ page: Page) -> [Route] {
        [
            Route(.get, at: framing.base + page.path) { request, context in
                try await shown(page, for: try call(request, in: context), isLive: page.isLive)
            },
            Route(.get, at: framing.base + "/api/v1" + (page.path == "/" ? "/overview" : page.path)) {
                request, context in
                .json(try await page.load(try call(request, in: context)).data)
            },
        ]
    }

    /// The preview, its twin, and the action.
    func routes(_ action: ActionPage) -> [Route] {
        [
            Route(.get, at: framing.base + action.path) { request, context in
                let call = try call(request, in: context)
                return shown(try await action.preview(call), back: action.menu, for: call)
            },
            Route(.get, at: framing.base + "/api/v1" + action.path) { request, context in
                .json(try await action.preview(try call(request, in: context)).data(back: action.menu))
            },
            Route(.post, at: framing.base + action.path) { request, context in
                let call = try await posted(request, in: context)
                return try await performed(action.perform, asking: action.preview, back: action.menu, for: call)
            },
        ]
    }

    /// The preview, its twin, and the action, all by `POST`.
    func routes(_ action: PostedAction) -> [Route] {
        [
            Route(.post, at: framing.base + action.path) { request, context in
                let call = try await posted(request, in: context)
                if call.field(PostedAction.confirmation) != nil {
                    return try await performed(action.perform, asking: action.asked, back: action.menu, for: call)
                }
                return shown(try await action.asked(call), back: action.menu, for: call)
            },
            Route(.post, at: framing.base + "/api/v1" + action.path) { request, context in
                let call = try await posted(request, in: context)
                return .json(try await action.preview(call).data(back: action.menu))
            },
        ]
    }

    /// A page whose question comes by `POST`, because it must not stand in an address; and its twin.
    func routes(asking page: Page) -> [Route] {
        [
            Route(.post, at: framing.base + page.path) { request, context in
                try await shown(page, for: try await posted(request, in: context), isLive: false)
            },
            Route(.post, at: framing.base + "/api/v1" + page.path) { request, context in
                .json(try await page.load(try await posted(request, in: context)).data)
            },
        ]
    }

    private func shown(_ page: Page, for call: PageCall, isLive: Bool) async throws -> Response {
        async let names = names(for: page)
        let model = try await page.load(call)
        let frame = framing.frame(
            model.title, at: page.menu, for: call.person, of: call.request, isLive: isLive, reach: page.reach,
            among: await names)
        return html(.ok, of: page.template, with: model.data, in: frame)
    }

    /// What a person can choose from; nil where the page has no choice.
    private func names(for page: Page) async -> [String]? { page.reach == .single ? await appNames() : nil }

    private func shown(_ preview: ActionPage.Preview, back: String, for call: PageCall) -> Response {
        let frame = framing.frame(preview.title, at: back, for: call.person, of: call.request)
        let status: HTTPResponse.Status = preview.trouble == nil ? .ok : .badRequest
        return html(status, of: .action, with: preview.data(back: back), in: frame)
    }

    /// Performs the action, or answers what is wrong with the form, above the form as the person has filled it in.
    ///
    /// A page may read the form before the use case asks for the role. So where something is wrong with the form, the
    /// preview is asked too: a person whose role is too low learns that, and nothing else.
    private func performed(
        _ perform: (PageCall) async throws -> ActionPage.Outcome,
        asking preview: (PageCall) async throws -> ActionPage.Preview, back: String, for call: PageCall
    ) async throws -> Response {
        do { return done(try await perform(call), for: call) } catch let problem as OperatorError {
            guard problem.isOfForm, let form = try await Self.form(of: call, by: preview), form.button != nil,
                let trouble = problem.trouble
            else { throw problem }
            return shown(form.again(because: trouble, with: call), back: back, for: call)
        }
    }

    /// The preview that goes with a form; nil where it cannot be made, which says no more than the first problem did.
    private static func form(
        of call: PageCall, by preview: (PageCall) async throws -> ActionPage.Preview
    ) async throws -> ActionPage.Preview? {
        do { return try await preview(call) } catch let problem as OperatorError {
            if case .forbidden = problem { throw problem }
            return nil
        }
    }

    private func done(_ outcome: ActionPage.Outcome, for call: PageCall) -> Response {
        expire()
        if let title = outcome.ownTitle {
            let told = ActionPage.Preview(title: title, sentences: [outcome.sentence], fields: [], button: nil)
            return shown(told, back: outcome.next, for: call)
        }
        var headers: HTTPFields = [.location: framing.base + outcome.next]
        headers[values: .setCookie] = [TellingCookie.set(outcome.sentence)] + outcome.cookies
        return Response(status: .seeOther, headers: headers)
    }

    /// A call whose form is read.
    func posted(_ request: Request, in context: CallContext) async throws -> PageCall {
        let person = try person(of: request, in: context)
        guard let form = Form(try await request.bytes(context)) else {
            throw OperatorError.unusable("The form cannot be read.")
        }
        return PageCall(person: person, request: request, context: context, form: form)
    }

    func html(
        _ status: HTTPResponse.Status, of template: Pages.Name, with data: JSONValue, in frame: Frame
    ) -> Response {
        var response = pages.response(status, of: template, with: data, in: frame, now: framing.now())
        if frame.told != nil { response.headers[.setCookie] = TellingCookie.removal }
        return response
    }

    /// A call of a person who has signed in; throws for any other call.
    func call(_ request: Request, in context: CallContext) throws -> PageCall {
        PageCall(person: try person(of: request, in: context), request: request, context: context, form: nil)
    }

    /// What a person may see who has to get an authenticator app first.
    private func isOfAccount(_ path: String) -> Bool {
        [framing.base, framing.base + "/api/v1"].contains { base in
            path == base + "/account" || path.hasPrefix(base + "/account/")
        }
    }

    /// Throws also for an address that is not written as browsers write it, or has a NUL, which no store could look for.
    private func person(of request: Request, in context: CallContext) throws -> Operator {
        let person = try sessions.person(of: request)
            .calling(from: sessions.callers.address(of: request, context))
        guard !sessions.operators.mustEnroll(person) || isOfAccount(request.uri.path) else { throw EnrollFirst() }
        guard !request.uri.path.contains("%00"), Form(Array((request.uri.query ?? "").utf8)) != nil else {
            throw OperatorError.unusable("The address cannot be read.")
        }
        return person
    }
}

extension OperatorError {
    /// Whether it may have been found before the person's role was looked at.
    fileprivate var isOfForm: Bool {
        switch self {
        case .nothing, .unusable, .noTestNumber: true
        case .forbidden, .store, .broker: false
        }
    }

    /// What is wrong with what was typed; nil where the form is not the reason.
    fileprivate var trouble: String? {
        switch self {
        case .unusable(let sentence): sentence
        case .noTestNumber(let refusal): refusal.sentence
        case .forbidden, .store, .broker, .nothing: nil
        }
    }
}

extension Response {
    /// A page's twin.
    static func json(_ data: JSONValue) -> Response {
        .json(.ok) { writer in
            for member in data.object?.members ?? [] { writer.member(member.key, is: member.value) }
        }
    }
}

/// A page that shows something, and its twin: the same data as JSON at `/api/v1` and the page's path.
struct Page: Sendable {
    /// What a page knows at a moment.
    struct Model: Sendable {
        var title: String
        var data: JSONValue
    }

    /// For example `/verifications/{id}`.
    let path: String
    /// The path of the menu's entry below which it is.
    let menu: String
    let template: Pages.Name
    /// Whether a browser with JavaScript asks again every five seconds; a page with a form must not.
    var isLive = true
    /// Whether it can show a single app.
    var reach = AppReach.together
    let load: @Sendable (PageCall) async throws -> Model
}

/// A person asked for a page who has to get an authenticator app first.
struct EnrollFirst: Error {}
