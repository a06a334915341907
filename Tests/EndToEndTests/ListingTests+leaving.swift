import Foundation
import StrictJSON
import TestSupport
import Testing
import VerificationCore
import VerifydAuth

// The article about leaving Firebase Auth: its script, and people who go on with an app that has our client.
extension ListingTests {
    @Test("the article about leaving Firebase shows the very script")
    func script() throws {
        var folder = URL(filePath: #filePath)
        folder.deleteLastPathComponent()
        let file = try String(contentsOf: folder.appending(path: "Python/leave_firebase.py"), encoding: .utf8)
        #expect(try Listings.blocks(of: "LeavingFirebase", in: "python") == [file])
    }

    @Test("users of a Firebase project are moved, and are themselves: by number, by Facebook and a factor, by a token")
    func leaving() async throws {
        try await withSite { site in
            try await FacebookStandIn.with([Self.ann]) { facebook in
                let keys = try await site.project(byCommandsOf: "LeavingFirebase")
                _ = try await site.run(["projects", "set", keys.project] + facebook.places)
                let caller = try await site.identity(of: keys).caller
                let printed = try await move(usersTo: caller, key: try await site.addKey("users", of: "shop"))
                #expect(printed[0] == ["fb-uid: the authenticator app has to be enrolled anew", "4 users exported"])
                #expect(printed[1] == ["4 of 4 users imported"])
                #expect(printed[2].count == 5 && printed[2].last == "0 of 4 users imported")
                #expect(printed[2].first?.hasSuffix("belongs to an existing account - can not overwrite.") == true)

                try configure(caller)
                let user = try await Auth.auth().signIn(with: try await credential(of: phones[0], at: site)).user
                #expect(user.uid == "phone-uid" && user.displayName == "Paul Phone")
                let token = try await user.getIDTokenResult()
                #expect(token.claims["role"] as? String == "driver")
                #expect(token.claims["iss"] as? String == "https://securetoken.google.com/demo-shop")
                #expect(user.metadata.creationDate == Date(timeIntervalSince1970: 1_500_000_000))

                try await expectFactor(site)
                try Auth.auth().signOut()
                let account = try await site.run(["projects", "service-account", keys.project])
                let made = try await IdentityScript(name: "bridge").run(["account": account, "uid": "apple-uid"])
                try await PhoneSignInScreen().move(byCustomToken: try #require(made["token"]?.string))
                let moved = try #require(Auth.auth().currentUser)
                #expect(moved.uid == "apple-uid" && moved.providerData.map(\.providerID) == ["apple.com"])
                let closed = try await credential(of: phones[2], at: site)
                #expect(try await AuthError.of { try await Auth.auth().signIn(with: closed) }.kind == .userDisabled)
            }
        }
    }

    /// The person of Facebook's login brings the factor by SMS along.
    private func expectFactor(_ site: Site) async throws {
        let screen = SecondFactorScreen(
            show: { _ in }, askForCode: { try await site.lastCode(of: phones[1]) },
            choose: { hints in
                #expect(hints.map(\.displayName) == ["Ann's phone"])
                return try #require(hints.first)
            })
        let facebook = FacebookAuthProvider.credential(withAccessToken: Self.ann.accessToken)
        let user = try await screen.signIn(with: facebook)
        #expect(user.uid == "fb-uid" && user.email == Self.ann.email && user.isEmailVerified)
        #expect(try await user.getIDTokenResult().signInSecondFactor == "phone")
    }

    /// Runs the article's script: an export and two imports; returns what each has printed.
    private func move(usersTo caller: IdentityCaller, key: String) async throws -> [[String]] {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let account = folder.appending(path: "account.json").path
            _ = try await IdentityScript(name: "bridge").run(["file": .string(account), "project": "demo-shop"])
            let output = try await IdentityScript(name: "leaving").run([
                "base": .string(caller.base), "project": "demo-shop", "key": .string(key), "account": .string(account),
                "file": .string(folder.appending(path: "users.json").path), "times": 2,
                "pages": try JSONValue(parsing: Self.pages(phones)),
            ])
            return try #require(output["printed"]?.array).map { ($0.array ?? []).compactMap(\.string) }
        }
    }

    /// Two pages of users, as Google lists them.
    private static func pages(_ phones: [String]) -> [UInt8] {
        Array(
            """
            [[{"localId":"phone-uid","displayName":"Paul Phone","phoneNumber":"\(phones[0])","emailVerified":false,
            "customAttributes":"{\\"role\\":\\"driver\\"}","createdAt":"1500000000000","lastLoginAt":"1600000000000",
            "lastRefreshAt":"2026-11-01T10:00:00.123Z","validSince":"1500000000","disabled":false,
            "providerUserInfo":[{"providerId":"phone","rawId":"\(phones[0])","phoneNumber":"\(phones[0])"}]},
            {"localId":"fb-uid","displayName":"Ann Ant","email":"ann@example.com","emailVerified":true,"version":0,
            "passwordHash":"c2NyeXB0","salt":"c2FsdA==","passwordUpdatedAt":1500000000000,"createdAt":"1500000000000",
            "providerUserInfo":[{"providerId":"password","federatedId":"ann@example.com","email":"ann@example.com",
            "rawId":"ann@example.com"},{"providerId":"facebook.com","rawId":"\(ann.id)","federatedId":"\(ann.id)",
            "displayName":"Ann Ant","photoUrl":"https://pictures.example/ann.png","email":"ann@example.com"}],
            "mfaInfo":[{"mfaEnrollmentId":"factor-1","displayName":"Ann's phone","phoneInfo":"\(phones[1])",
            "enrolledAt":"2025-01-02T03:04:05.678Z"},{"mfaEnrollmentId":"factor-2","displayName":"App","totpInfo":{},
            "enrolledAt":"2025-01-02T03:04:05.678Z"}]}],
            [{"localId":"apple-uid","email":"bee@privaterelay.appleid.com","emailVerified":true,
            "createdAt":"1500000000000","providerUserInfo":[{"providerId":"apple.com","rawId":"001234.abc.0001",
            "federatedId":"001234.abc.0001","email":"bee@privaterelay.appleid.com"}]},
            {"localId":"closed-uid","phoneNumber":"\(phones[2])","disabled":true,"createdAt":"1500000000000",
            "providerUserInfo":[{"providerId":"phone","rawId":"\(phones[2])","phoneNumber":"\(phones[2])"}]}]]
            """.utf8)
    }
}
