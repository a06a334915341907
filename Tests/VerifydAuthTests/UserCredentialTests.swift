import Foundation
import Testing

@testable import VerifydAuth

@Suite("credentials of a signed-in user", .timeLimit(.minutes(10)))
struct UserCredentialTests {
    private static let phone = #"{"providerId":"phone","rawId":"+16505553434","phoneNumber":"+16505553434"}"#
    private static let google = #"{"providerId":"google.com","rawId":"7","federatedId":"7","email":"ann@example.com"}"#
    private let code = PhoneAuthCredential(.phone(verificationID: "session", code: "123456"))
    private let google = OAuthProvider.credential(providerID: .google, idToken: "token")

    /// Somebody with a number.
    private func ann() async throws -> (StubbedServer, User) {
        let server = try StubbedServer([
            "signInWithPhoneNumber": .tokens(of: "ann"),
            "lookup": .account("ann", more: #","phoneNumber":"+16505553434","providerUserInfo":[\#(Self.phone)]"#),
        ])
        return (server, try await server.auth.signIn(with: code).user)
    }

    @Test("a guest who links stays the same user, and is no guest any longer")
    func guest() async throws {
        let server = try StubbedServer(["signUp": .tokens(of: "guest", by: "anonymous"), "lookup": .away])
        let guest = try await server.auth.signInAnonymously().user
        server.answer("signInWithPhoneNumber", by: .tokens(of: "guest", more: #","isNewUser":false"#))
        let linked = try await guest.link(with: code).user
        #expect(linked.uid == "guest" && !guest.isAnonymous && server.auth.currentUser?.isAnonymous == false)
        #expect(guest.phoneNumber == "+16505553434" && guest.providerData.map(\.providerID) == ["phone"])
        let sent = server.bodies(of: "signInWithPhoneNumber").first
        #expect(sent?["operation"] as? String == "LINK")
        #expect(sent?["idToken"] as? String == IDToken.text(of: "guest", by: "anonymous"))
    }

    @Test("a provider is linked once, and what is not linked is not unlinked; neither costs a call")
    func clientSide() async throws {
        let (server, ann) = try await ann()
        let calls = server.names
        let linked = await #expect(throws: AuthError.self) { try await ann.link(with: code) }
        #expect(linked?.kind == .providerAlreadyLinked)
        let unlinked = await #expect(throws: AuthError.self) { try await ann.unlink(fromProvider: "google.com") }
        #expect(unlinked?.kind == .noSuchProvider)
        #expect(server.names == calls)
    }

    @Test("an identity is linked, then the number is unlinked and gone")
    func unlink() async throws {
        let (server, ann) = try await ann()
        server.answer("signInWithIdp", by: .tokens(of: "ann", by: "google.com", more: #","providerId":"google.com""#))
        server.answer("lookup", by: .account("ann", more: #","providerUserInfo":[\#(Self.phone),\#(Self.google)]"#))
        try await ann.link(with: google)
        #expect(ann.providerData.map(\.providerID) == ["phone", "google.com"])
        server.answer(
            "update",
            by: .tokens(
                of: "ann", by: "google.com", more: #","email":"ann@example.com","providerUserInfo":[\#(Self.google)]"#))
        #expect(try await ann.unlink(fromProvider: "phone").providerData.map(\.providerID) == ["google.com"])
        #expect(
            ann.phoneNumber == nil && server.bodies(of: "update").first?["deleteProvider"] as? [String] == ["phone"])
    }

    @Test("another account's credential reauthenticates nobody, and the session stays what it was")
    func userMismatch() async throws {
        let (server, ann) = try await ann()
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ben"))
        let other = await #expect(throws: AuthError.self) { try await ann.reauthenticate(with: code) }
        #expect(other?.kind == .userMismatch)
        server.answer("signInWithIdp", by: .refusal("USER_NOT_FOUND"))
        let nobody = await #expect(throws: AuthError.self) { try await ann.reauthenticate(with: google) }
        #expect(nobody?.kind == .userMismatch)
        #expect(server.auth.currentUser?.uid == "ann" && ann.refreshToken == "refresh-ann")
        #expect(server.bodies(of: "signInWithIdp").first?["autoCreate"] as? Bool == false)
        #expect(server.bodies(of: "signInWithPhoneNumber").last?["operation"] as? String == "REAUTH")
        #expect(server.bodies(of: "signInWithPhoneNumber").last?["idToken"] == nil)
    }

    @Test("new tokens belong to the session of their own user, whoever is the current one")
    func formerUser() async throws {
        let (server, ann) = try await ann()
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ben"))
        server.answer("lookup", by: .account("ben"))
        try await server.auth.signIn(with: code)
        let token = IDToken.text(of: "ann", by: "phone")
        server.answer(
            "signInWithPhoneNumber", by: .json(#"{"idToken":"\#(token)","refreshToken":"newer","localId":"ann"}"#))
        server.answer("lookup", by: .account("ann"))
        try await ann.reauthenticate(with: code)
        #expect(ann.refreshToken == "newer")
        #expect(server.auth.currentUser?.uid == "ben" && server.auth.currentUser?.refreshToken == "refresh-ben")
    }

    @Test("name and picture change, are removed, or stay")
    func profile() async throws {
        let (server, ann) = try await ann()
        let answer = #"{"localId":"ann","displayName":"Ann","providerUserInfo":[\#(Self.phone)]}"#
        server.answer("update", by: .json(answer))
        let change = ann.createProfileChangeRequest()
        try await change.commitChanges()
        #expect(server.bodies(of: "update").isEmpty)
        change.displayName = "Ann"
        change.photoURL = nil
        try await change.commitChanges()
        let sent = try #require(server.bodies(of: "update").first)
        #expect(sent["displayName"] as? String == "Ann" && sent["deleteAttribute"] as? [String] == ["PHOTO_URL"])
        #expect(sent["photoUrl"] == nil && ann.displayName == "Ann" && ann.phoneNumber == "+16505553434")
    }

    @Test("a number is replaced, and a refused replacement changes nothing")
    func updatePhoneNumber() async throws {
        let (server, ann) = try await ann()
        server.answer("signInWithPhoneNumber", by: .refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
        let old = await #expect(throws: AuthError.self) { try await ann.updatePhoneNumber(code) }
        #expect(old?.kind == .requiresRecentLogin && server.auth.currentUser?.uid == "ann")
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ann"))
        server.answer("lookup", by: .account("ann", more: #","phoneNumber":"+16505554567""#))
        try await ann.updatePhoneNumber(code)
        #expect(ann.phoneNumber == "+16505554567")
        #expect(server.bodies(of: "signInWithPhoneNumber").last?["operation"] as? String == "UPDATE")
    }

    @Test("who deletes the account is signed out; who may not, or asks in vain, is not")
    func delete() async throws {
        let (server, ann) = try await ann()
        for step in [ScriptedTransport.Step.away, .refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"), .json("{}"), .page("hi")]
        {
            server.answer("delete", by: step)
            await #expect(throws: AuthError.self) { try await ann.delete() }
            #expect(server.auth.currentUser?.uid == "ann")
        }
        server.answer("delete", by: .json(#"{"kind":"identitytoolkit#DeleteAccountResponse"}"#))
        try await ann.delete()
        #expect(server.auth.currentUser == nil)
    }

    @Test("Apple's code is revoked for the current user")
    func revokeToken() async throws {
        let (server, _) = try await ann()
        server.answer("revokeToken", by: .json("{}"))
        try await server.auth.revokeToken(withAuthorizationCode: "apple")
        let sent = try #require(server.bodies(of: "revokeToken").first)
        #expect(sent["token"] as? String == "apple" && sent["tokenType"] as? String == "CODE")
        #expect(sent["providerId"] as? String == "apple.com" && sent["idToken"] != nil)
        try server.auth.signOut()
        let error = await #expect(throws: AuthError.self) {
            try await server.auth.revokeToken(withAuthorizationCode: "apple")
        }
        #expect(error?.kind == .nullUser)
    }
}
