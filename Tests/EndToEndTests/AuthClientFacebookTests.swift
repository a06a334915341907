import Crypto
import Foundation
import StrictJSON
import Testing
import VerificationCore
import VerifydAuth

/// Sign-in with Facebook through `VerifydAuth`; a stand-in plays Facebook, and PyJWT signs its tokens.
@Suite("Facebook sign-in of the client for apps", .serialized, .timeLimit(.minutes(10)))
struct AuthClientFacebookTests {
    private static let ann = FacebookStandIn.Person(id: "10001", name: "Ann Ant", email: "ann@example.com")
    private static let ben = FacebookStandIn.Person(id: "10002", name: "Ben Bee", email: "ben@example.com")
    private let phone = Site.phones(1)[0]

    @Test("an access token signs in the person whom Graph names, and a token that Graph does not know nobody")
    func classic() async throws {
        try await withFacebook { facebook, device, caller in
            let credential = FacebookAuthProvider.credential(withAccessToken: Self.ann.accessToken)
            let result = try await device.auth.signIn(with: credential)
            #expect(result.additionalUserInfo?.isNewUser == true)
            #expect(result.additionalUserInfo?.profile?["name"] as? String == Self.ann.name)
            #expect(result.user.displayName == Self.ann.name && result.user.email == Self.ann.email)
            #expect(!result.user.isEmailVerified, "Facebook does not say whether it has checked an address")
            let entry = try #require(result.user.providerData.first)
            #expect(entry.providerID == "facebook.com" && entry.uid == Self.ann.id)
            let again = try await device.auth.signIn(with: credential)
            #expect(again.user.uid == result.user.uid && again.additionalUserInfo?.isNewUser == false)
            let stranger = FacebookAuthProvider.credential(withAccessToken: "EAAB-of-nobody")
            let error = try await AuthError.of { try await device.auth.signIn(with: stranger) }
            #expect(error.kind == .invalidCredential && device.auth.currentUser?.uid == result.user.uid)
        }
    }

    @Test("Limited Login signs in with the raw nonce alone, and each token once")
    func limited() async throws {
        try await withFacebook { facebook, device, caller in
            let nonce = "a raw nonce of 32 letters and so."
            let tokens = try await facebook.idTokens([
                (Self.ann, Self.hash(nonce)), (Self.ann, nil), (Self.ann, Self.hash("another")),
            ])
            for (token, raw) in [(tokens[0], nil), (tokens[0], "another"), (tokens[1], nonce), (tokens[2], nonce)] {
                let bad = OAuthProvider.credential(providerID: .facebook, idToken: token, rawNonce: raw)
                let error = try await AuthError.of { try await device.auth.signIn(with: bad) }
                #expect(error.kind == .missingOrInvalidNonce)
            }
            let credential = OAuthProvider.credential(
                withProviderID: "facebook.com", idToken: tokens[0], rawNonce: nonce)
            let user = try await device.auth.signIn(with: credential).user
            #expect(user.displayName == Self.ann.name && user.providerData.map(\.uid) == [Self.ann.id])
            #expect(try await user.getIDTokenResult().signInProvider == "facebook.com")
            let replayed = try await AuthError.of { try await device.auth.signIn(with: credential) }
            #expect(replayed.kind == .invalidCredential, "a token serves once")
            let classic = FacebookAuthProvider.credential(withAccessToken: Self.ann.accessToken)
            #expect(try await device.auth.signIn(with: classic).user.uid == user.uid, "both logins are one identity")
        }
    }

    @Test("an identity is linked and unlinked; of another account it opens that account, and an address asks to link")
    func conflicts() async throws {
        try await withFacebook { facebook, device, caller in
            let user = try await device.signIn(phone)
            let ann = FacebookAuthProvider.credential(withAccessToken: Self.ann.accessToken)
            try await user.link(with: ann)
            #expect(Set(user.providerData.map(\.providerID)) == ["phone", "facebook.com"])
            let ben = FacebookAuthProvider.credential(withAccessToken: Self.ben.accessToken)
            #expect(try await AuthError.of { try await user.link(with: ben) }.kind == .providerAlreadyLinked)
            try device.auth.signOut()
            #expect(try await device.auth.signIn(with: ann).user.uid == user.uid)

            let other = try await device.auth.signIn(with: ben).user
            let taken = try await AuthError.of { try await other.link(with: ann) }
            #expect([.providerAlreadyLinked, .credentialAlreadyInUse].contains(taken.kind))
            try await other.delete()

            let made = try await caller.manage("/accounts", ["email": .string(Self.ben.email), "emailVerified": true])
            #expect(made.status == 200)
            let conflict = try await AuthError.of { try await device.auth.signIn(with: ben) }
            #expect(conflict.kind == .accountExistsWithDifferentCredential)
            #expect(conflict.userInfo[AuthErrorUserInfoEmailKey] as? String == Self.ben.email)
            #expect(device.auth.currentUser == nil)

            try await device.auth.signIn(with: ann)
            try await device.user.unlink(fromProvider: "facebook.com")
            #expect(try device.user.providerData.map(\.providerID) == ["phone"])
        }
    }

    private func withFacebook(
        _ body: (FacebookStandIn, AppDevice, IdentityCaller) async throws -> Void
    ) async throws {
        try await withSite { site in
            try await FacebookStandIn.with([Self.ann, Self.ben]) { facebook in
                let keys = try await site.makeProject()
                try await withFolder { secret in
                    try Data("the-app-secret\n".utf8).write(to: secret)
                    _ = try await site.run(
                        ["projects", "set", keys.project] + facebook.options(secretFile: secret))
                }
                let caller = try await site.identity(of: keys).caller
                try await body(facebook, try AppDevice(caller, at: site), caller)
            }
        }
    }

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
