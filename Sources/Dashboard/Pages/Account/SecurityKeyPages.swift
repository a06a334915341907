import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// How a person gets security keys for the sign-in, and gives them up.
struct SecurityKeyPages: Sendable {
    let operators: OperatorService

    var actions: [ActionPage] { [add, remove] }

    /// For the page of the account.
    func standing(for call: PageCall) -> JSONValue {
        let (site, keys) = (site(of: call), operators.securityKeys(of: call.person))
        return [
            "hasKeys": .bool(!keys.isEmpty), "list": .array(keys.map { $0.data(at: site) }),
            "unavailable": .text(operators.whyNoNewKey(of: call.person, at: site)),
        ]
    }

    private var add: ActionPage {
        ActionPage(path: "/account/keys/add", menu: "/account") { call in
            let site = site(of: call)
            let why = operators.whyNoNewKey(of: call.person, at: site)
            guard why == nil, let request = site.flatMap({ operators.newKeyRequest(for: call.person, at: $0) }) else {
                return ActionPage.Preview(title: Self.adding, sentences: [why ?? ""], fields: [], button: nil)
            }
            return ActionPage.Preview(
                title: Self.adding,
                sentences: [
                    "A security key, or a passkey of this computer or your phone, signs in together with your password.",
                    "From then on each sign-in asks for it, or for a code of your authenticator app if you have one.",
                    "Your sessions in all other browsers end.",
                ],
                facts: [("Works at", .string(request.site.id))],
                fields: [
                    ActionPage.Field(
                        name: "label", label: "Name of the key", hint: "So that you know it in your list of keys."),
                    .password("password", "Your password", autocomplete: "current-password"),
                ], keyRequest: request, button: "Add the key")
        } perform: { call in
            try await operators.addSecurityKey(
                call.field("answer") ?? "", to: call.field("challenge") ?? "", called: call.field("label") ?? "",
                password: call.form?["password"] ?? "", of: call.person, at: site(of: call),
                keeping: SessionCookie.token(of: call.request))
            return ActionPage.Outcome(
                sentence: "From now on each sign-in asks for a key, or for a code if you have an app.", next: "/account"
            )
        }
    }

    private var remove: ActionPage {
        ActionPage(path: "/account/keys/{key}/remove", menu: "/account") { call in
            let id = call.segment("key") ?? ""
            guard let key = operators.securityKeys(of: call.person).first(where: { $0.shortID == id }) else {
                return ActionPage.Preview(
                    title: Self.removing, sentences: ["You have no such key."], fields: [], button: nil)
            }
            return ActionPage.Preview(
                title: Self.removing,
                sentences: [
                    "From then on this key signs in no more.",
                    "Without another key and without an authenticator app a sign-in asks for your password alone.",
                ],
                facts: [("Name", .string(key.label)), ("Added", .string(key.createdAt.clock))],
                fields: [.password("password", "Your password", autocomplete: "current-password")],
                button: "Remove the key")
        } perform: { call in
            try await operators.removeSecurityKey(
                call.segment("key") ?? "", password: call.form?["password"] ?? "", of: call.person)
            return ActionPage.Outcome(sentence: "The key is removed.", next: "/account")
        }
    }

    private func site(of call: PageCall) -> KeySite? { operators.keySite(for: call.request.head.authority) }

    private static let adding = "Add a security key"
    private static let removing = "Remove a security key"
}

extension SecurityKey {
    fileprivate func data(at here: KeySite?) -> JSONValue {
        [
            "id": .string(shortID), "label": .string(label), "site": .string(site),
            "isForeign": .bool(site != here?.id), "createdAt": .time(createdAt),
            "usedAt": .time(usedAt),
        ]
    }
}
