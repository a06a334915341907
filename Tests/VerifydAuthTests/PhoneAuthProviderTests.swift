import Foundation
import Testing

@testable import VerifydAuth

@Suite("Codes by SMS", .timeLimit(.minutes(10)))
struct PhoneAuthProviderTests {
    private let transport: ScriptedTransport
    private let auth: Auth
    private let push = SilentPushProof()
    private var provider: PhoneAuthProvider { .provider(auth: auth) }

    init() throws {
        transport = ScriptedTransport { call in
            switch call.method {
            case "appChallenge": .json(#"{"challenge":"challenge","proofs":["silent-push","captcha"]}"#)
            case "sendVerificationCode": .json(#"{"sessionInfo":"session-\#(call.number)"}"#)
            case "mfaEnrollment:start", "start":
                .json(
                    call.path.contains("Enrollment")
                        ? #"{"phoneSessionInfo":{"sessionInfo":"enrollment"}}"#
                        : #"{"phoneResponseInfo":{"sessionInfo":"sign-in"}}"#)
            default: .refusal("OPERATION_NOT_ALLOWED")
            }
        }
        let url = try #require(URL(string: "https://auth.shop.example"))
        var configuration = AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "key")
        configuration.transport = transport
        configuration.store = MemoryAuthStore()
        configuration.proofs = [push]
        auth = try Auth(configuration)
    }

    /// The user `ann`, with an ID token that has just arrived.
    private func user() throws -> User {
        let tokens = SessionTokens(
            refreshToken: "refresh", idToken: "id-token", expiresAt: Date(timeIntervalSinceNow: 3_600),
            receivedAt: Date())
        let account = try JSONDecoder().decode(WireUser.self, from: Data(#"{"localId":"ann"}"#.utf8))
        _ = try auth.parts.current.begin(StoredUser(tokens: tokens, account: account, isAnonymous: false))
        return try #require(auth.currentUser)
    }

    private func bringPush() {
        let secrets = #"{"receipt":"receipt","secret":"secret"}"#
        #expect(auth.canHandleNotification(["com.google.firebase.auth": secrets]))
    }

    @Test("go with what a push has brought, and the last ID is remembered")
    func plain() async throws {
        bringPush()
        let id = try await provider.verifyPhoneNumber(" +1 650-555-3434\n", uiDelegate: nil)
        #expect(id == "session-1" && provider.lastVerificationID == id)
        let body = try #require(transport.calls.last?.body as? [String: String])
        #expect(
            body == [
                "phoneNumber": "+1 650-555-3434", "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "receipt",
                "iosSecret": "secret",
            ])
    }

    @Test("need a number, and no call is made without one", arguments: ["", " \n"])
    func missing(number: String) async throws {
        let error = await #expect(throws: AuthError.self) { _ = try await provider.verifyPhoneNumber(number) }
        #expect(error?.kind == .missingPhoneNumber && transport.calls.isEmpty && provider.lastVerificationID == nil)
    }

    @Test("of a factor that a user adds go with the user's token, and are not remembered as a sign-in's")
    func enrollment() async throws {
        bringPush()
        let session = MultiFactorSession(purpose: .enrollment(try user()))
        let id = try await provider.verifyPhoneNumber("+16505554567", uiDelegate: nil, multiFactorSession: session)
        #expect(id == "enrollment" && provider.lastVerificationID == nil)
        let call = try #require(transport.calls.last)
        #expect(
            call.path.hasSuffix("/v2/accounts/mfaEnrollment:start") && call.body["idToken"] as? String == "id-token")
        #expect(
            call.body["phoneEnrollmentInfo"] as? [String: String] == [
                "phoneNumber": "+16505554567", "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "receipt",
                "iosSecret": "secret",
            ])
    }

    @Test("of a sign-in's factor name the factor, whose number the app does not know")
    func signIn() async throws {
        let hint = PhoneMultiFactorInfo(
            uid: "factor", displayName: nil, enrollmentDate: Date(), phoneNumber: "+*******4567")
        let session = MultiFactorSession(purpose: .signIn(pendingCredential: "pending"))
        #expect(try await provider.verifyPhoneNumber(with: hint, multiFactorSession: session) == "sign-in")
        let call = try #require(transport.calls.last)
        #expect(call.path.hasSuffix("/v2/accounts/mfaSignIn:start"))
        #expect(call.body["mfaPendingCredential"] as? String == "pending")
        #expect(call.body["mfaEnrollmentId"] as? String == "factor")
        #expect(call.body["phoneSignInInfo"] as? [String: String] == ["clientType": "CLIENT_TYPE_IOS"])
        let missing = await #expect(throws: AuthError.self) {
            _ = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: nil)
        }
        #expect(missing?.kind == .missingMultiFactorSession)
        let wrong = MultiFactorSession(purpose: .enrollment(try user()))
        let refused = await #expect(throws: AuthError.self) {
            _ = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: wrong)
        }
        #expect(refused?.kind == .invalidMultiFactorSession)
    }

    @Test("get the device's token from the app, in either spelling")
    func deviceToken() {
        #expect(auth.apnsToken == nil)
        auth.setAPNSToken(Data([1, 2]), type: .prod)
        #expect(auth.apnsToken == Data([1, 2]) && push.deviceToken == Data([1, 2]))
        auth.apnsToken = Data([3])
        #expect(auth.apnsToken == Data([3]))
    }
}
