import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// A person's own access: the password, and in which browsers the person is signed in.
struct AccountPages: Sendable {
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + [password, endOne, endOthers].flatMap(server.routes)
            + FactorPages(operators: operators).actions.flatMap(server.routes)
            + SecurityKeyPages(operators: operators).actions.flatMap(server.routes)
    }

    private var operators: OperatorService { server.sessions.operators }

    private var page: Page {
        Page(path: "/account", menu: "/account", template: .account, isLive: false, reach: .none) { call in
            let current = SessionCookie.token(of: call.request).map(OperatorSession.hash)
            let sessions = operators.sessions(of: call.person)
            return Page.Model(
                title: "Account",
                data: [
                    "name": .string(call.person.name.text), "role": .string(call.person.role.rawValue),
                    "comesBySignOn": .bool(operators.comesBySignOn(call.person)),
                    "factor": FactorPages(operators: operators).standing(of: call.person),
                    "keys": SecurityKeyPages(operators: operators).standing(for: call),
                    "sessions": .array(sessions.map { $0.data(isCurrent: $0.tokenHash == current) }),
                    "hasOthers": .bool(sessions.contains { $0.tokenHash != current }),
                    "sessionHours": .integer(OperatorSession.life.components.seconds / 3_600),
                ])
        }
    }

    private var password: ActionPage {
        ActionPage(path: "/account/password", menu: "/account") { call in
            ActionPage.Preview(
                title: "Change your password",
                sentences: [
                    "Your sessions in all other browsers end, and this one goes on.",
                    "A new password has 12 to 1,000 characters.",
                ],
                fields: [
                    .password("old", "Old password", autocomplete: "current-password"),
                    .password("new", "New password", autocomplete: "new-password"),
                    .password("again", "New password, once more", autocomplete: "new-password"),
                ], button: "Change password")
        } perform: { call in
            // A password may begin or end with a space.
            let (old, new, again) = (call.form?["old"] ?? "", call.form?["new"] ?? "", call.form?["again"])
            guard new == again else { throw OperatorError.unusable("The two new passwords differ.") }
            let client = server.sessions.client(of: call.request, in: call.context)
            let begun = try await operators.changePassword(of: call.person, from: old, to: new, on: client)
            return ActionPage.Outcome(
                sentence: "Your password is changed. Your other sessions are over.", next: "/account",
                cookies: begun.map { [SessionCookie.set($0.token), BrowserCookie.set($0.browser)] } ?? [])
        }
    }

    private var endOne: ActionPage {
        ActionPage(path: "/account/sessions/{session}/end", menu: "/account") { call in
            let id = call.segment("session") ?? ""
            guard let session = operators.sessions(of: call.person).first(where: { $0.id == id }) else {
                return ActionPage.Preview(
                    title: "End a session", sentences: ["This session is over already."], fields: [], button: nil)
            }
            let facts: [(name: String, value: JSONValue)] = [
                ("Browser", .string(session.client.browser ?? "not known")),
                ("Address", .string(session.client.address?.description ?? "not known")),
                ("Began", .string(session.beganAt.clock)), ("Last used", .string(session.seenAt.clock)),
            ]
            return ActionPage.Preview(
                title: "End a session", sentences: ["That browser has to sign in again."], facts: facts, fields: [],
                button: "End this session")
        } perform: { call in
            try await operators.end(session: call.segment("session") ?? "", of: call.person)
            return ActionPage.Outcome(sentence: "The session is over.", next: "/account")
        }
    }

    private var endOthers: ActionPage {
        ActionPage(path: "/account/end-others", menu: "/account") { call in
            ActionPage.Preview(
                title: "End all other sessions",
                sentences: [
                    "All your other browsers have to sign in again. If you did not begin one, change your password."
                ],
                facts: [("Sessions", .count(operators.sessions(of: call.person).count - 1))], fields: [],
                button: "End all others")
        } perform: { call in
            let count = try await operators.endSessions(of: call.person, but: SessionCookie.token(of: call.request))
            return ActionPage.Outcome(
                sentence: count == 1 ? "1 other session is over." : "\(count) other sessions are over.",
                next: "/account")
        }
    }
}

extension OperatorSession {
    fileprivate func data(isCurrent: Bool) -> JSONValue {
        [
            "id": .string(id), "browser": .text(client.browser), "address": .text(client.address?.description),
            "beganAt": .time(beganAt), "seenAt": .time(seenAt), "isCurrent": .bool(isCurrent),
        ]
    }
}
