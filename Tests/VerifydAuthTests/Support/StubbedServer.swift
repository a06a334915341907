import Foundation

@testable import VerifydAuth

/// A server that answers each call as the test says, and an `Auth` that calls it.
///
/// ```swift
/// let server = try StubbedServer(["signInWithPhoneNumber": .tokens(of: "ann"), "lookup": .account("ann")])
/// try await server.auth.signIn(with: credential)
/// #expect(server.bodies(of: "lookup").count == 1)
/// ```
final class StubbedServer: Sendable {
    let auth: Auth
    private let transport: ScriptedTransport
    private let answers: Guarded<[String: ScriptedTransport.Step]>

    init(_ answers: [String: ScriptedTransport.Step] = [:]) throws {
        let answers = Guarded(answers)
        let transport = ScriptedTransport { call in
            answers.with { $0[call.name] } ?? .refusal("OPERATION_NOT_ALLOWED")
        }
        var configuration = AuthConfiguration(
            url: URL(string: "https://auth.shop.example") ?? URL(fileURLWithPath: "/"), projectID: Self.project,
            apiKey: "key")
        configuration.transport = transport
        configuration.store = MemoryAuthStore()
        auth = try Auth(configuration)
        (self.transport, self.answers) = (transport, answers)
    }

    /// Answers the calls of a name in another way from now on.
    func answer(_ name: String, by step: ScriptedTransport.Step) { answers.with { $0[name] = step } }

    /// What the calls of a name have sent.
    func bodies(of name: String) -> [[String: Any]] { transport.calls.filter { $0.name == name }.map(\.body) }

    /// The names of all calls.
    var names: [String] { transport.calls.map(\.name) }

    static let project = "demo-shop"
}

extension SentCall {
    /// For example `lookup` or `mfaSignIn:finalize`.
    fileprivate var name: String {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        return last.hasPrefix("accounts:") ? String(last.dropFirst("accounts:".count)) : last
    }
}

extension ScriptedTransport.Step {
    /// Tokens of an account, and other members of the answer as JSON.
    static func tokens(of uid: String, by provider: String = "phone", more: String = "") -> Self {
        let token = IDToken.text(of: uid, by: provider)
        return .json(
            #"{"idToken":"\#(token)","refreshToken":"refresh-\#(uid)","expiresIn":"3600","localId":"\#(uid)"\#(more)}"#)
    }

    /// What a look-up answers.
    static func account(_ uid: String, more: String = "") -> Self {
        .json(#"{"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"\#(uid)"\#(more)}]}"#)
    }

    /// No network.
    static var away: Self { .failure(.timedOut) }
}

/// Makes ID tokens as a server signs them; the signature is not one.
enum IDToken {
    static func text(of uid: String, by provider: String, project: String = StubbedServer.project) -> String {
        let identities = provider == "phone" ? #""phone":["+16505553434"]"# : ""
        let phone = provider == "phone" ? #""phone_number":"+16505553434","# : ""
        let payload = #"""
            {"iss":"https://securetoken.google.com/\#(project)","aud":"\#(project)","sub":"\#(uid)","user_id":"\#(uid)",\#(phone)
            "iat":1600000000,"exp":1600003600,"auth_time":1600000000,
            "firebase":{"identities":{\#(identities)},"sign_in_provider":"\#(provider)"}}
            """#
        return [#"{"alg":"RS256","kid":"k"}"#, payload, "signature"].map { Data($0.utf8).base64URL }
            .joined(separator: ".")
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
