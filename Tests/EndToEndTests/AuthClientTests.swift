import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore
import VerifydAuth

/// People with apps that sign in through `VerifydAuth`, at a real server.
@Suite("the client for apps", .serialized, .timeLimit(.minutes(10)))
struct AuthClientTests {
    private let phones = Site.phones(3)

    @Test("a person signs up, is signed in after a restart of the app, and is the same person at the next sign-in")
    func signUp() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            try await withFolder { folder in
                let first = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                let result = try await first.auth.signIn(with: try await first.credential(of: phones[0]))
                #expect(result.additionalUserInfo?.isNewUser == true)
                #expect(result.user.phoneNumber == phones[0] && !result.user.isAnonymous)
                #expect(result.user.providerData.map(\.providerID) == ["phone"])
                #expect(result.user.metadata.creationDate != nil && first.provider.lastVerificationID == nil)
                let token = try await result.user.getIDTokenResult()
                #expect(token.signInProvider == "phone" && token.claims["phone_number"] as? String == phones[0])
                #expect(abs(token.expirationDate.timeIntervalSince(token.issuedAtDate) - 3_600) < 1)

                let second = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                let user = try second.user
                #expect(user.uid == result.user.uid && user.phoneNumber == phones[0])
                #expect(try await user.getIDToken() == token.token)
                // Tokens of one account and one second are the same text.
                try await eventually("a refresh gives a newer token") {
                    try await user.getIDToken(forcingRefresh: true) != token.token
                }
                try second.auth.signOut()
                #expect(second.auth.currentUser == nil)
                let third = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                #expect(third.auth.currentUser == nil)
                let again = try await third.auth.signIn(with: try await third.credential(of: phones[0]))
                #expect(again.additionalUserInfo?.isNewUser == false && again.user.uid == result.user.uid)
            }
            #expect(try await site.verificationStatuses() == ["approved": 2])
            try await site.expectDrained()
        }
    }

    @Test(
        "an app that is ended before the code is typed goes on with the verification ID of its store")
    func restart() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            try await withFolder { folder in
                let before = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                let id = try await before.provider.verifyPhoneNumber(phones[0])
                let after = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                let kept = try #require(after.provider.lastVerificationID)
                #expect(kept == id)
                let code = try await site.lastCode(of: phones[0])
                let credential = after.provider.credential(withVerificationID: kept, verificationCode: code)
                #expect(try await after.auth.signIn(with: credential).user.phoneNumber == phones[0])
                #expect(after.provider.lastVerificationID == nil)
            }
        }
    }

    @Test("the SMS is in the app's language")
    func language() async throws {
        try await withSite { site in
            let device = try AppDevice(try await site.identity().caller, at: site)
            for (phone, language) in zip(phones, ["fr", "pt-BR", nil]) {
                device.auth.languageCode = language
                _ = try await device.provider.verifyPhoneNumber(phone)
            }
            let texts = try await site.ledger.sms(atLeast: 3).map(\.text)
            #expect(texts[0].contains("est votre code"), "\(texts)")
            #expect(Set(texts.map { $0.filter { !$0.isNumber } }).count == 3, "\(texts)")
        }
    }

    @Test("two calls for a number send one SMS, and the code of it is good with both IDs, also after a wrong one")
    func reentrant() async throws {
        try await withSite { site in
            let device = try AppDevice(try await site.identity().caller, at: site)
            let ids = try await atOnce(2) { _ in try await device.provider.verifyPhoneNumber(phones[0]) }
            let later = try await device.provider.verifyPhoneNumber(phones[0])
            #expect(site.ledger.hasOneSMS(for: [phones[0]]))
            let code = try await site.lastCode(of: phones[0])
            let guess = device.provider.credential(withVerificationID: ids[0], verificationCode: code.wrongCode)
            let error = try await AuthError.of { try await device.auth.signIn(with: guess) }
            #expect(error.kind == .invalidVerificationCode && error.serverCode == "INVALID_CODE")
            #expect(error.code == AuthErrorCode.invalidVerificationCode.rawValue && !error.isRetriable)
            // As it was pasted from a message, with a blank in it.
            let typed = "\(code.prefix(3)) \(code.dropFirst(3)) "
            let right = device.provider.credential(withVerificationID: later, verificationCode: typed)
            #expect(try await device.auth.signIn(with: right).user.phoneNumber == phones[0])
            for id in ids {
                let used = device.provider.credential(withVerificationID: id, verificationCode: code)
                let error = try await AuthError.of { try await device.auth.signIn(with: used) }
                #expect(error.kind == .invalidVerificationID)
            }
            #expect(device.auth.currentUser?.phoneNumber == phones[0], "a refused sign-in signs nobody out")
        }
    }

    @Test("expired IDs, IDs of another project and numbers that are none have errors of their own")
    func refused() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.addApp("bank")
            let bank = try await site.makeProject("demo-bank", of: "bank")
            let caller = try await site.identity(of: keys).caller
            let stranger = IdentityCaller(base: caller.base, mode: .production, keys: bank, client: caller.client)
            let (device, other) = (try AppDevice(caller, at: site), try AppDevice(stranger, at: site))
            let foreign = try await device.credential(of: phones[0])
            #expect(
                try await AuthError.of { try await other.auth.signIn(with: foreign) }.kind == .invalidVerificationID)
            try await site.pool.query(
                "update verification set expires_at = clock_timestamp() - interval '1 second'")
            #expect(try await AuthError.of { try await device.auth.signIn(with: foreign) }.kind == .sessionExpired)
            for (phone, kind) in [("", AuthErrorCode.missingPhoneNumber), ("+49", .invalidPhoneNumber)] {
                let error = try await AuthError.of { try await device.provider.verifyPhoneNumber(phone) }
                #expect(error.kind == kind)
            }
            let wrong = try AppDevice(caller, at: site) { $0.apiKey = "vfd_no-such-key" }
            let error = try await AuthError.of { try await wrong.provider.verifyPhoneNumber(phones[1]) }
            #expect(error.kind == .invalidAPIKey && error.retryAfter == nil)
        }
    }

    @Test("a number that has had its codes says how long to wait, and the rule without unproven SMS asks for a proof")
    func limits() async throws {
        let rules = #"{"resendAfter":0,"sendsPerPhone":[{"count":1,"seconds":600}]}"#
        try await withSite(rules: rules) { site in
            let keys = try await site.makeProject()
            let caller = try await site.identity(of: keys).caller
            let device = try AppDevice(caller, at: site)
            _ = try await device.provider.verifyPhoneNumber(phones[0])
            let error = try await AuthError.of { try await device.provider.verifyPhoneNumber(phones[0]) }
            #expect(error.kind == .tooManyRequests && error.isRetriable)
            _ = try await site.run(["projects", "set", keys.project, "--unproven-sends", "0"])
            try await eventually("the change is known") {
                try await AuthError.of { try await device.provider.verifyPhoneNumber(phones[1]) }.kind
                    == .missingAppCredential
            }
        }
    }
}
