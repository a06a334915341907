import Foundation
import PostgreSQL
import StrictJSON
import TestSupport
import Testing
import VerificationCore
import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The listings of the articles about the client for apps, as people type them in, against a real server.
///
/// They share the app's `Auth`, so one test runs after the other.
@Suite("the listings of the articles about the client for apps", .serialized, .timeLimit(.minutes(10)))
struct ListingTests {
    static let ann = FacebookStandIn.Person(id: "10001", name: "Ann Ant", email: "ann@example.com")
    let phones = Site.phones(3)

    @Test("the articles show what is compiled here, and each listing is shown", arguments: Listings.articles)
    func shown(article: String) throws {
        let blocks = try Listings.blocks(of: article, in: "swift")
        #expect(!blocks.isEmpty)
        let fragments = try Listings.fragments()
        for block in blocks {
            #expect(fragments.contains(block), "\(article) shows what no file has:\n\(block)")
        }
    }

    @Test("no listing is compiled that no article shows")
    func unused() throws {
        let shown = Set(try Listings.articles.flatMap { try Listings.blocks(of: $0, in: "swift") })
        for fragment in try Listings.fragments() { #expect(shown.contains(fragment), "\(fragment)") }
    }

    @Test("from nothing to a person who is signed in, changes the profile, links, leaves and deletes the account")
    func phoneSignIn() async throws {
        try await withSite { site in
            let keys = try await site.project()
            let (screen, account) = (try await begin(site, keys), AccountScreen())
            #expect(Auth.auth().currentUser == nil)
            screen.speakFrench()
            _ = try await screen.send(to: phones[0])
            let code = try await site.lastCode(of: phones[0])
            #expect(try #require(site.ledger.sms.last).text.contains("est votre code"))
            let wrong = try await AuthError.of { try await screen.signIn(code: code.wrongCode) }
            #expect(screen.words(for: wrong) == "The code is not right. Please type it again.")
            let user = try await screen.signIn(code: code)
            #expect(Auth.auth().currentUser?.uid == user.uid && user.phoneNumber == phones[0])
            let none = try await AuthError.of { try await screen.signIn(code: code) }
            #expect(none.kind == .missingVerificationID)

            try await account.rename(user, to: "Ann")
            #expect(user.displayName == "Ann")
            let url = try #require(URL(string: "https://shop.example/orders"))
            let header = try await account.request(to: url, by: user).value(forHTTPHeaderField: "Authorization")
            #expect(header == "Bearer \(try await user.getIDToken())")
            account.listen { _ in }
            account.leave()
            #expect(Auth.auth().currentUser == nil)

            _ = try await screen.send(to: phones[0])
            let again = try await screen.signInWithFactor(code: try await site.lastCode(of: phones[0]))
            #expect(again.uid == user.uid)
            try await site.pool.query(
                "update refresh_session set auth_time = clock_timestamp() - interval '1 hour'")
            _ = try await again.getIDToken(forcingRefresh: true)
            try await account.deleteAccount(of: again) { try await credential(of: phones[0], at: site) }
            #expect(Auth.auth().currentUser == nil)
            #expect(try await site.accounts(with: phones[0]) == 0)
        }
    }

    @Test("a number of another account leads there, test numbers need no SMS, and errors have words")
    func phoneConflicts() async throws {
        try await withSite { site in
            let keys = try await site.project()
            let (screen, account) = (try await begin(site, keys), AccountScreen())
            let owner = try await Auth.auth().signIn(with: try await credential(of: phones[0], at: site)).user
            account.leave()
            let other = try await Auth.auth().signIn(with: try await credential(of: phones[1], at: site)).user
            try await other.unlink(fromProvider: "phone")
            let joined = try await account.addNumber(try await credential(of: phones[0], at: site), to: other)
            #expect(joined.uid == owner.uid && Auth.auth().currentUser?.uid == owner.uid)

            screen.testWithoutProofs()
            _ = try await screen.send(to: "+16505553434")
            #expect(try await screen.signIn(code: "654321").phoneNumber == "+16505553434")
            Auth.auth().settings.isAppVerificationDisabledForTesting = false
            let invalid = try await AuthError.of { try await screen.send(to: "+49") }
            #expect(screen.words(for: invalid) == "This is not a phone number that can get an SMS.")
        }
    }

    @Test("an authenticator app and a number are enrolled, and each sign-in asks for one of them")
    func secondFactors() async throws {
        try await withSite { site in
            let keys = try await site.projectWithFactors()
            let caller = try await site.identity(of: keys).caller
            try configure(caller)
            let made = try await caller.manage(
                "/accounts", ["email": "ann@example.com", "password": "correct horse", "emailVerified": true])
            #expect(made.status == 200, "\(made.message ?? "")")
            let mail = EmailAuthProvider.credential(withEmail: "ann@example.com", password: "correct horse")
            let address = Watched("")
            var app = SecondFactorScreen(
                show: { text in address.change { $0 = text } },
                askForCode: { try Self.app(in: address.value).code(step: -1) }, choose: { try #require($0.first) })
            let user = try await app.signIn(with: mail)
            try await app.addAuthenticatorApp(to: user)
            let phone = SecondFactorScreen(
                show: { _ in }, askForCode: { try await site.lastCode(of: phones[0]) },
                choose: { hints in try #require(hints.first { $0 is PhoneMultiFactorInfo }) })
            try await phone.addPhone(phones[0], to: user)
            #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["My authenticator app", "My phone"])

            app = SecondFactorScreen(
                show: { _ in }, askForCode: { try Self.app(in: address.value).code(step: 1) },
                choose: { hints in try #require(hints.first { $0 is TOTPMultiFactorInfo }) })
            for screen in [app, phone] {
                try Auth.auth().signOut()
                #expect(try await screen.signIn(with: mail).uid == user.uid)
            }
        }
    }

    @Test("both of Facebook's logins sign in, and an address of another account is linked")
    func facebook() async throws {
        try await withSite { site in
            try await FacebookStandIn.with([Self.ann]) { facebook in
                let keys = try await site.project(byCommandsOf: "FacebookSignIn")
                _ = try await site.run(["projects", "set", keys.project] + facebook.places)
                let caller = try await site.identity(of: keys).caller
                try configure(caller)
                let made = try await caller.manage(
                    "/accounts", ["email": "ann@example.com", "phoneNumber": "+4915123410000"])
                let uid = try #require(made["localId"], "\(made.message ?? "")")
                let screen = FacebookScreen(delegate: Delegate())
                screen.showLimitedButton()
                #expect(screen.loginButton.loginTracking == .limited)
                let nonce = screen.randomNonce()
                let tokens = try await facebook.idTokens([
                    (Self.ann, screen.loginButton.nonce), (Self.ann, screen.sha256(nonce)),
                ])
                AuthenticationToken.current = AuthenticationToken(tokenString: tokens[0])
                let error = try await AuthError.of { try await screen.signInByIDToken() }
                #expect(error.kind == .accountExistsWithDifferentCredential)

                let limited = OAuthProvider.credential(providerID: .facebook, idToken: tokens[1], rawNonce: nonce)
                let user = try await screen.join(limited) {
                    try await Auth.auth().signIn(with: try await credential(of: phones[0], at: site)).user
                }
                #expect(user.uid == uid && Set(user.providerData.map(\.providerID)) == ["phone", "facebook.com"])

                AuthenticationToken.current = AuthenticationToken(tokenString: tokens[0])
                #expect(try await screen.signInByIDToken()?.uid == uid, "the refused sign-in has not used the token up")
                screen.showClassicButton()
                AccessToken.current = AccessToken(tokenString: Self.ann.accessToken)
                #expect(try await screen.signInByAccessToken()?.uid == uid)
            }
        }
    }
}

/// Hears of Facebook's logins.
private final class Delegate: LoginButtonDelegate {}

extension ListingTests {
    /// Configures the app's `Auth` as the article does, and then with a store of its own, so that nothing is left behind.
    private func begin(_ site: Site, _ keys: ProjectKeys) async throws -> PhoneSignInScreen {
        let caller = try await site.identity(of: keys).caller
        let screen = PhoneSignInScreen()
        try screen.configure(server: try #require(URL(string: caller.base)), key: keys.client)
        try configure(caller)
        return screen
    }

    func configure(_ caller: IdentityCaller) throws {
        try Auth.configure(try caller.configuration())
        Auth.auth().languageCode = nil
        if Auth.auth().currentUser != nil { try Auth.auth().signOut() }
    }

    func credential(of phone: String, at site: Site) async throws -> PhoneAuthCredential {
        let provider = PhoneAuthProvider.provider()
        let id = try await provider.verifyPhoneNumber(phone)
        return provider.credential(withVerificationID: id, verificationCode: try await site.lastCode(of: phone))
    }

    /// The authenticator app that has read a QR code.
    private static func app(in address: String) throws -> AuthenticatorApp {
        let secret = URLComponents(string: address)?.queryItems?.first { $0.name == "secret" }?.value
        return try AuthenticatorApp(try #require(secret, "\(address)"))
    }
}
