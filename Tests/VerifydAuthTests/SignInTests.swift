import Foundation
import Testing

@testable import VerifydAuth

@Suite("sign-ins of the client for apps", .timeLimit(.minutes(10)))
struct SignInTests {
    private let code = PhoneAuthCredential(.phone(verificationID: "session", code: "123456"))

    @Test("a code signs in, and the account is looked up")
    func phone() async throws {
        let account =
            #","phoneNumber":"+16505553434","createdAt":"1600000000000","#
            + #""providerUserInfo":[{"providerId":"phone","rawId":"+16505553434","phoneNumber":"+16505553434"}]"#
        let server = try StubbedServer([
            "signInWithPhoneNumber": .tokens(of: "ann", more: #","isNewUser":true,"phoneNumber":"+16505553434""#),
            "lookup": .account("ann", more: account),
        ])
        let result = try await server.auth.signIn(with: code)
        #expect(result.user.uid == "ann" && result.user.phoneNumber == "+16505553434" && !result.user.isAnonymous)
        #expect(result.user.providerData.map(\.providerID) == ["phone"])
        #expect(result.additionalUserInfo?.isNewUser == true && result.additionalUserInfo?.providerID == "phone")
        #expect(server.auth.currentUser?.uid == "ann")
        let sent = try #require(server.bodies(of: "signInWithPhoneNumber").first)
        #expect(
            sent as? [String: String] == ["sessionInfo": "session", "code": "123456", "operation": "SIGN_UP_OR_IN"])
    }

    @Test(
        "a sign-in whose look-up fails stands, with what the ID token says",
        arguments: [
            ScriptedTransport.Step.away, .unavailable(retryAfter: "60"), .page("<html>"), .json("{}"),
            .refusal("QUOTA_EXCEEDED"),
        ])
    func lookUpFails(step: ScriptedTransport.Step) async throws {
        let server = try StubbedServer(["signInWithPhoneNumber": .tokens(of: "ann"), "lookup": step])
        let user = try await server.auth.signIn(with: code).user
        #expect(user.uid == "ann" && user.phoneNumber == "+16505553434")
        #expect(user.providerData.map(\.uid) == ["+16505553434"])
        #expect(server.auth.currentUser?.uid == "ann")
        #expect(server.bodies(of: "signInWithPhoneNumber").count == 1)
    }

    @Test("nobody is signed in whose account was disabled before the look-up")
    func disabled() async throws {
        let server = try StubbedServer([
            "signInWithPhoneNumber": .tokens(of: "ann"), "lookup": .refusal("USER_DISABLED"),
        ])
        await #expect(throws: AuthError.self) { try await server.auth.signIn(with: code) }
        #expect(server.auth.currentUser == nil)
    }

    @Test("an empty verification ID or code costs no call")
    func empty() async throws {
        let server = try StubbedServer()
        for (id, code, kind) in [("", "1", AuthErrorCode.missingVerificationID), ("s", "", .missingVerificationCode)] {
            let credential = PhoneAuthCredential(.phone(verificationID: id, code: code))
            let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: credential) }
            #expect(error?.kind == kind)
        }
        #expect(server.names.isEmpty)
    }

    @Test("a number of another account gives a credential that signs in as that account")
    func provenPhone() async throws {
        let server = try StubbedServer([
            "signInWithPhoneNumber": .json(
                #"{"phoneNumber":"+16505553434","temporaryProof":"proof","temporaryProofExpiresIn":"3600"}"#)
        ])
        let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: code) }
        #expect(error?.kind == .credentialAlreadyInUse)
        let other = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential)
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ben"))
        server.answer("lookup", by: .account("ben"))
        #expect(try await server.auth.signIn(with: other).user.uid == "ben")
        let sent = server.bodies(of: "signInWithPhoneNumber").last
        #expect(sent?["temporaryProof"] as? String == "proof" && sent?["phoneNumber"] as? String == "+16505553434")
    }

    @Test("an identity goes in a form whose values are encoded, and comes back with the provider's words")
    func identity() async throws {
        let more =
            #","providerId":"facebook.com","rawUserInfo":"{\"id\":\"7\"}","screenName":"ann","oauthAccessToken":"t""#
        let server = try StubbedServer([
            "signInWithIdp": .tokens(of: "ann", by: "facebook.com", more: more), "lookup": .account("ann"),
        ])
        let credential = OAuthProvider.credential(
            withProviderID: "facebook.com", idToken: "a.b_c-d=", rawNonce: "n&o+n ce%é", accessToken: "{t}")
        let result = try await server.auth.signIn(with: credential)
        #expect(result.additionalUserInfo?.profile?["id"] as? String == "7")
        #expect(result.additionalUserInfo?.username == "ann" && result.additionalUserInfo?.isNewUser == false)
        #expect((result.credential as? OAuthCredential)?.accessToken == "t")
        let sent = try #require(server.bodies(of: "signInWithIdp").first)
        let form = URLComponents(string: "https://x/?\(sent["postBody"] as? String ?? "")")?.queryItems ?? []
        #expect(
            Dictionary(uniqueKeysWithValues: form.map { ($0.name, $0.value) }) == [
                "providerId": "facebook.com", "id_token": "a.b_c-d=", "nonce": "n&o+n ce%é", "access_token": "{t}",
            ])
        #expect((sent["postBody"] as? String)?.contains("+") == false)
        #expect(sent["autoCreate"] as? Bool == true && sent["returnIdpCredential"] as? Bool == true)
    }

    @Test(
        "answers without tokens are typed errors, and the identity may sign in with the same nonce",
        arguments: [
            (#","needConfirmation":true"#, AuthErrorCode.accountExistsWithDifferentCredential),
            (#","errorMessage":"FEDERATED_USER_ID_ALREADY_LINKED""#, .credentialAlreadyInUse),
            (#","errorMessage":"EMAIL_EXISTS""#, .emailAlreadyInUse),
        ])
    func conflicts(more: String, kind: AuthErrorCode) async throws {
        let server = try StubbedServer([
            "signInWithIdp": .json(
                #"{"kind":"identitytoolkit#VerifyAssertionResponse","email":"ann@example.com","oauthIdToken":"new"\#(more)}"#
            )
        ])
        let credential = OAuthProvider.credential(providerID: .google, idToken: "old", rawNonce: "raw")
        let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: credential) }
        #expect(error?.kind == kind && error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "ann@example.com")
        let updated = error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
        #expect(updated?.proof == .identity(idToken: "new", rawNonce: "raw", accessToken: nil))
        #expect(server.auth.currentUser == nil)
    }

    @Test(
        "an answer that is no sign-in is an error of the network",
        arguments: [
            "{}", "[]", "null", #"{"idToken":"x"}"#, #"{"kind":"identitytoolkit#VerifyPasswordResponse"}"#,
            #"{"idToken":7}"#,
            #"{"temporaryProof":"x"}"#, "<html>",
        ])
    func garbage(text: String) async throws {
        let server = try StubbedServer(["signInWithPhoneNumber": .json(text)])
        let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: code) }
        #expect(error?.kind == .networkError)
        #expect(server.auth.currentUser == nil && server.bodies(of: "signInWithPhoneNumber").count == 1)
    }

    @Test("tokens of another project are refused, and the developer hears that the configuration is wrong")
    func otherProject() async throws {
        let token = IDToken.text(of: "ann", by: "phone", project: "other")
        let server = try StubbedServer([
            "signInWithPhoneNumber": .json(#"{"idToken":"\#(token)","refreshToken":"r","localId":"ann"}"#)
        ])
        let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: code) }
        #expect(error?.kind == .invalidConfiguration && error?.localizedDescription.contains("projectID") == true)
        #expect(server.auth.currentUser == nil)
    }

    @Test("a guest signs in once, and the second time costs no call")
    func guest() async throws {
        let server = try StubbedServer(["signUp": .tokens(of: "guest", by: "anonymous"), "lookup": .account("guest")])
        let first = try await server.auth.signInAnonymously()
        #expect(first.user.isAnonymous && first.additionalUserInfo?.isNewUser == true)
        let second = try await server.auth.signInAnonymously()
        #expect(second.user.uid == first.user.uid && second.additionalUserInfo?.isNewUser == false)
        #expect(server.bodies(of: "signUp").count == 1)
    }

    @Test("a password and a custom token sign in")
    func others() async throws {
        let server = try StubbedServer([
            "signInWithPassword": .tokens(of: "ann", by: "password"),
            "signInWithCustomToken": .tokens(of: "ben", by: "custom"),
            "lookup": .away,
        ])
        #expect(try await server.auth.signIn(withEmail: "ann@example.com", password: "word").user.uid == "ann")
        #expect(try await server.auth.signIn(withCustomToken: "token").user.uid == "ben")
        #expect(server.bodies(of: "signInWithCustomToken").first?["token"] as? String == "token")
    }

    @Test("before the configuration every call says so")
    func unconfigured() async {
        let code = code
        let error = await #expect(throws: AuthError.self) { try await Auth.auth().signIn(with: code) }
        #expect(error?.kind == .invalidConfiguration)
        await #expect(throws: AuthError.self) { try await Auth.auth().signInAnonymously() }
    }
}
