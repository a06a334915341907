import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// Which path leads to which endpoint.
///
/// The first version of a path is what browsers and servers call, the third what phones call; both are the same call.
struct RouteTable {
    static let v1 = "/identitytoolkit.googleapis.com/v1"
    static let v2 = "/identitytoolkit.googleapis.com/v2"
    static let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    private let ports: IdentityPorts

    init(_ ports: IdentityPorts) { self.ports = ports }

    var accounts: AccountPorts { ports.accounts }

    private var captchaParameters: RecaptchaParametersEndpoint { RecaptchaParametersEndpoint(ports: accounts) }

    /// What an app on a person's device calls.
    var client: [Route] {
        post(
            "sendVerificationCode", formerly: "sendVerificationCode", by: SendVerificationCodeEndpoint(ports: accounts))
            + post("verifyIosClient", formerly: "verifyClient", by: VerifyIOSClientEndpoint(ports: accounts))
            + post(
                "signInWithPhoneNumber", formerly: "verifyPhoneNumber",
                by: SignInWithPhoneNumberEndpoint(ports: accounts))
            + post("lookup", formerly: "getAccountInfo", by: LookupEndpoint(ports: accounts))
            + post("update", formerly: "setAccountInfo", by: UpdateEndpoint(ports: accounts))
            + post("delete", formerly: "deleteAccount", by: DeleteEndpoint(ports: accounts))
            + post("signUp", formerly: "signupNewUser", by: SignUpEndpoint(ports: accounts))
            + post("signInWithPassword", formerly: "verifyPassword", by: SignInWithPasswordEndpoint(ports: accounts))
            + post(
                "signInWithCustomToken", formerly: "verifyCustomToken",
                by: SignInWithCustomTokenEndpoint(ports: accounts))
            + post("createAuthUri", formerly: "createAuthUri", by: CreateAuthURIEndpoint(ports: accounts))
            + [
                Route(.post, at: Self.v1 + "/accounts:appChallenge", to: client(AppChallengeEndpoint(ports: accounts))),
                Route(.post, at: Self.v1 + "/accounts:attestApp", to: client(AttestAppEndpoint(ports: accounts))),
                Route(.get, at: Self.v1 + "/projects", to: client(ProjectEndpoint())),
                Route(.get, at: Self.v3 + "/getProjectConfig", to: client(ProjectEndpoint())),
                Route(.get, at: Self.v1 + "/recaptchaParams", to: client(captchaParameters)),
                Route(.get, at: Self.v3 + "/getRecaptchaParam", to: client(captchaParameters)),
                Route(.get, at: Self.v2 + "/recaptchaConfig", to: client(RecaptchaConfigurationEndpoint())),
            ]
    }

    /// New ID tokens, and what clients and backends need to check tokens.
    var tokens: [Route] {
        let people = "@system.gserviceaccount.com"
        let (keys, certificates) = (
            PublicKeysResponder(ports: accounts, form: .keySet),
            PublicKeysResponder(ports: accounts, form: .certificates)
        )
        return [
            Route(
                .post, at: "/securetoken.googleapis.com/v1/token",
                to: client(RefreshEndpoint(ports: accounts), takesForms: true)),
            Route(.get, at: "/.well-known/jwks.json", to: keys),
            Route(.get, at: "/www.googleapis.com/service_accounts/v1/jwk/securetoken" + people, to: keys),
            Route(.get, at: "/www.googleapis.com/robot/v1/metadata/x509/securetoken" + people, to: certificates),
            Route(.get, at: Self.v3 + "/publicKeys", to: certificates),
            Route(.get, at: Self.v1 + "/sessionCookiePublicKeys", to: keys),
        ]
    }

    /// What a backend's administration library calls.
    var administration: [Route] {
        let project = Self.v1 + "/projects/{project}"
        return [
            Route(.post, at: project + "/accounts", to: administrator(CreateAccountEndpoint(ports: accounts))),
            Route(.post, at: project + "/accounts:lookup", to: administrator(LookupEndpoint(ports: accounts))),
            Route(.post, at: project + "/accounts:update", to: administrator(UpdateEndpoint(ports: accounts))),
            Route(.post, at: project + "/accounts:delete", to: administrator(DeleteEndpoint(ports: accounts))),
            Route(.post, at: project + "/accounts:query", to: administrator(QueryEndpoint(ports: accounts))),
            Route(.post, at: project + ":queryAccounts", to: administrator(QueryEndpoint(ports: accounts))),
            Route(.get, at: project + "/accounts:batchGet", to: administrator(BatchGetEndpoint(ports: accounts))),
            Route(
                .post, at: project + "/accounts:batchCreate",
                to: administrator(BatchCreateEndpoint(ports: accounts), kibibytes: 4_096)),
            Route(
                .post, at: project + "/accounts:batchDelete",
                to: administrator(BatchDeleteEndpoint(ports: accounts), kibibytes: 256)),
            Route(
                .post, at: project + ":createSessionCookie", to: administrator(SessionCookieEndpoint(ports: accounts))),
            Route(.post, at: Self.v3 + "/downloadAccount", to: client(BatchGetEndpoint(ports: accounts))),
            Route(.post, at: Self.v3 + "/uploadAccount", to: client(BatchCreateEndpoint(ports: accounts))),
        ]
    }

    /// How a project is set up.
    var projects: [Route] {
        let config = Self.v2 + "/projects/{project}/config"
        return [
            Route(.get, at: config, to: administrator(ShowConfigurationEndpoint(ports: accounts), of: .admin)),
            Route(.patch, at: config, to: administrator(ChangeConfigurationEndpoint(ports: accounts), of: .admin)),
        ]
    }

    /// What a developer's tools ask an emulator.
    var emulator: [Route] {
        let project = "/emulator/v1/projects/{project}"
        return [
            Route(.get, at: "/", to: EmulatorPage()),
            Route(.get, at: project + "/verificationCodes", to: anybody(VerificationCodesEndpoint(ports: accounts))),
            Route(.get, at: project + "/oobCodes", to: anybody(MailedCodesEndpoint())),
            Route(.delete, at: project + "/accounts", to: anybody(DeleteAllEndpoint(ports: accounts))),
            Route(.get, at: project + "/config", to: anybody(EmulatorConfigurationEndpoint(ports: accounts))),
            Route(.patch, at: project + "/config", to: anybody(EmulatorConfigurationEndpoint(ports: accounts))),
            Route(.get, at: "/emulator/auth/iframe", to: SignInFramePage()),
            Route(.get, at: "/emulator/auth/handler", to: HandlerPage(ports: ports)),
        ]
    }

    /// What an app opens in a browser.
    var pages: [Route] { [Route(.get, at: "/__/auth/handler", to: HandlerPage(ports: ports))] }

    var health: [Route] {
        [Route(.get, at: "/livez", to: LivenessPage()), Route(.get, at: "/readyz", to: ReadinessPage(ports.readiness))]
    }

    func post(_ name: String, formerly formerName: String, by endpoint: any WireEndpoint) -> [Route] {
        [
            Route(.post, at: Self.v1 + "/accounts:" + name, to: client(endpoint)),
            Route(.post, at: Self.v3 + "/" + formerName, to: client(endpoint)),
        ]
    }

    func client(_ endpoint: any WireEndpoint, takesForms: Bool = false) -> WireResponder {
        WireResponder(ports: ports, access: .client, takesForms: takesForms, endpoint: endpoint)
    }

    func administrator(
        _ endpoint: any WireEndpoint, of scope: KeyScope = .users, kibibytes: Int = 64
    ) -> WireResponder {
        WireResponder(ports: ports, access: .administrator(scope), kibibytes: kibibytes, endpoint: endpoint)
    }

    private func anybody(_ endpoint: any WireEndpoint) -> WireResponder {
        WireResponder(ports: ports, access: .anybody, endpoint: endpoint)
    }
}

/// `recaptchaParams`: clients ask before they show a captcha, and want a key also where there is none.
struct RecaptchaParametersEndpoint: WireEndpoint {
    private static let noKey = "no-captcha"

    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        try await CheckAppToken(ports).check(call.appCheck, for: call.project)
        return [
            "kind": "identitytoolkit#GetRecaptchaParamResponse",
            "recaptchaStoken": .string(Self.noKey), "recaptchaSiteKey": .string(siteKey(of: call.project)),
            "producerProjectNumber": .string(
                call.project.proofs.playIntegrity?.projectNumber ?? call.projectNumber),
        ]
    }

    /// An emulator asks nobody for a captcha, so its pages need no provider.
    private func siteKey(of project: Project) -> String {
        switch ports.policy.mode {
        case .emulator: Self.noKey
        case .production: project.proofs.captcha?.siteKey ?? Self.noKey
        }
    }
}

/// `recaptchaConfig`: no call has to bring a captcha of reCAPTCHA Enterprise.
struct RecaptchaConfigurationEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        ["recaptchaEnforcementState": [["provider": "PHONE_PROVIDER", "enforcementState": "OFF"]]]
    }
}

/// `GET /`: shows tools that the emulator is ready.
struct EmulatorPage: HTTPResponder {
    func respond(to request: Request, context: CallContext) async throws -> Response {
        .wire([
            "authEmulator": ["ready": true, "docs": "https://firebase.google.com/docs/emulator-suite"]
        ])
    }
}

/// `oobCodes` of the emulator: what was sent by e-mail, which is nothing.
struct MailedCodesEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject { ["oobCodes": []] }
}
