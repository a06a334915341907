import AccountCore
import Accounts
import StrictJSON

/// `accounts:createAuthUri`: says in which ways the owner of an address signs in.
struct CreateAuthURIEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.createAuthURI

    func answer(_ call: WireCall) async throws -> JSONObject {
        let (body, finder) = (call.body, FindSignInMethods(ports))
        try body.refuseTenant()
        guard try body.filled("providerId") == nil else {
            throw AccountError.notServed("Sign-in with IDP is not yet supported.")
        }
        let methods = try await finder.methods(
            of: try body.filled("identifier"), continueURI: try body.filled("continueUri"), in: call.project)
        var answer: JSONObject = ["kind": "identitytoolkit#CreateAuthUriResponse"]
        switch methods {
        case .hidden: break
        case .unknown: Self.add([], isRegistered: false, to: &answer)
        case .known(let providers): Self.add(providers, isRegistered: true, to: &answer)
        }
        answer.set("sessionId", to: try body.filled("sessionId") ?? finder.newSessionID())
        return answer
    }

    private static func add(_ providers: [ProviderID], isRegistered: Bool, to answer: inout JSONObject) {
        let names = JSONValue.array(providers.map { .string($0.text) })
        answer["registered"] = .bool(isRegistered)
        (answer["allProviders"], answer["signinMethods"]) = (names, names)
    }
}
