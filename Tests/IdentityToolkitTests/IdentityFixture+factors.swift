import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import Messages
import StrictJSON
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

extension IdentityFixture {
    /// A surface whose project takes passwords and these second factors, with an account `ann`, whose address is verified
    /// and whose password is `correct horse`.
    static func withAnn(
        _ mode: IdentityModeName = .production, state: String? = "ENABLED", providers: JSONValue = ["PHONE_SMS"],
        takesAnyAccount: Bool = false, _ edit: (inout Account) -> Void = { _ in }
    ) throws -> IdentityFixture {
        var others = JSONObject(passwords: true)
        if let state { others["mfa"] = ["state": .string(state), "enabledProviders": providers] }
        let fixture = try IdentityFixture(mode.mode, others: others)
        guard let hash = PasswordHash.ofCorrectHorse?.text else { throw Missing.name }
        try fixture.account("ann") {
            ($0.email, $0.passwordHash, $0.isEmailVerified) = ("ann@example.com", hash, true)
            edit(&$0)
        }
        return fixture
    }

    /// A phone as a factor of the name `id`.
    static func factor(_ id: String, _ phone: String) -> SecondFactor {
        SecondFactor(id, kind: .phone(phone), displayName: "My \(id)", enrolledAt: Timestamp(seconds: 1_767_000_000))
    }

    /// Does a worker's work for the last request, and returns the code that its SMS has.
    func sentCode() async throws -> String {
        guard let request = queue.published.last?.request, let language = LanguageTag("en") else { throw Missing.name }
        let claim = Claim(
            request: request, rules: app.rules, codeKey: "k1", lease: .seconds(60), token: .random(in: 0 ... .max))
        guard case .send(let order) = try await world.claim(claim) else { throw Missing.member("an order to send") }
        let record = SendRecord(
            order: order, request: request, rules: app.rules, gateway: "gateway", reportsDelivery: false,
            text: MessageText("Code", language: language), outcome: .accepted(gatewayID: "1"), calls: [],
            tellsEvents: false)
        guard try await world.record(record).isSaved else { throw Missing.member("a record") }
        let recipe = CodeRecipe(keyName: "k1", digits: app.rules.codeDigits)
        guard let code = keyRing.code(recipe, of: order.message.verification) else { throw Missing.member("a code") }
        return code
    }

    /// Changes an account behind the surface.
    func change(_ id: String, _ edit: @escaping @Sendable (inout AccountEdit) -> Void) throws {
        guard let id = LocalID(id) else { throw Missing.name }
        _ = try accountWorld.change(id, of: project.id) { _ throws(AccountError) in
            var wanted = AccountEdit()
            edit(&wanted)
            return wanted
        }
    }
}

extension IdentityClient {
    static let password = #"{"email":"ann@example.com","password":"correct horse"}"#

    /// A call about second factors, for example `mfaSignIn:start`.
    func factors(
        _ method: String, _ members: JSONObject, key: String = IdentityFixture.clientKey
    ) async throws -> WireAnswer {
        let body = String(decoding: JSONValue.object(members).serialized, as: UTF8.self)
        return try await call(.post, "\(Self.v2)/accounts/\(method)?key=\(key)", body)
    }

    /// An ID token of a person who has just signed in with the password alone.
    func passwordToken() async throws -> String {
        try await app("signInWithPassword", Self.password).required("idToken")
    }

    /// What the password alone gives a person whose account has second factors.
    func pendingCredential() async throws -> String {
        try await app("signInWithPassword", Self.password).required("mfaPendingCredential")
    }

    /// Begins to enrol a phone.
    func startEnrollment(_ token: String, _ phone: String) async throws -> WireAnswer {
        try await factors(
            "mfaEnrollment:start",
            ["idToken": .string(token), "phoneEnrollmentInfo": ["phoneNumber": .string(phone)]])
    }

    func finalizeEnrollment(_ token: String, _ session: String, _ code: String) async throws -> WireAnswer {
        try await factors(
            "mfaEnrollment:finalize",
            [
                "idToken": .string(token), "displayName": "My phone",
                "phoneVerificationInfo": ["sessionInfo": .string(session), "code": .string(code)],
            ])
    }

    /// Asks for a code to a factor.
    func startSecondFactor(_ credential: String, _ factor: String) async throws -> WireAnswer {
        try await factors(
            "mfaSignIn:start",
            [
                "mfaPendingCredential": .string(credential), "mfaEnrollmentId": .string(factor),
                "phoneSignInInfo": ["phoneNumber": "+*******0123"],
            ])
    }

    func finalizeSecondFactor(_ credential: String, _ session: String, _ code: String) async throws -> WireAnswer {
        try await factors(
            "mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(credential),
                "phoneVerificationInfo": ["sessionInfo": .string(session), "code": .string(code)],
            ])
    }

    func withdraw(_ token: String, _ factor: String) async throws -> WireAnswer {
        try await factors(
            "mfaEnrollment:withdraw", ["idToken": .string(token), "mfaEnrollmentId": .string(factor)])
    }

    func refresh(_ token: String) async throws -> WireAnswer {
        try await call(
            .post, "/securetoken.googleapis.com/v1/token?key=\(IdentityFixture.clientKey)",
            #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#)
    }
}
