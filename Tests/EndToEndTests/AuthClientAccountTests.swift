import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore
import VerifydAuth

/// What people do with their accounts through `VerifydAuth`, and what administrators do to them.
@Suite("accounts of the client for apps", .serialized, .timeLimit(.minutes(10)))
struct AuthClientAccountTests {
    private let phones = Site.phones(3)

    @Test("a guest gets a number and keeps the account; the number of another account leads into that account")
    func guest() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let device = try AppDevice(caller, at: site)
            let closed = try await AuthError.of { try await device.auth.signInAnonymously() }
            #expect(closed.kind == .adminRestrictedOperation)
            try await caller.configure("signIn.anonymous.enabled", #"{"signIn":{"anonymous":{"enabled":true}}}"#)
            let guest = try await device.auth.signInAnonymously().user
            #expect(guest.isAnonymous && guest.providerData.isEmpty)
            #expect(try await device.auth.signInAnonymously().user.uid == guest.uid, "a guest stays the same")
            try await guest.link(with: try await device.credential(of: phones[0]))
            #expect(!guest.isAnonymous && guest.phoneNumber == phones[0] && device.auth.currentUser?.uid == guest.uid)
            #expect(try await guest.getIDTokenResult().signInProvider == "phone")

            let other = try AppDevice(caller, at: site)
            let second = try await other.auth.signInAnonymously().user
            let number = try await other.credential(of: phones[0])
            let error = try await AuthError.of { try await second.link(with: number) }
            #expect(error.kind == .credentialAlreadyInUse && other.auth.currentUser?.uid == second.uid)
            let updated = try #require(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            #expect(try await other.auth.signIn(with: updated).user.uid == guest.uid)
        }
    }

    @Test("a person changes name and number, proves the number again, and deletes the account")
    func changes() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let device = try AppDevice(caller, at: site)
            let user = try await device.signIn(phones[0])
            let change = user.createProfileChangeRequest()
            (change.displayName, change.photoURL) = ("Ann", URL(string: "https://shop.example/ann.png"))
            try await change.commitChanges()
            #expect(user.displayName == "Ann" && user.photoURL?.absoluteString == "https://shop.example/ann.png")
            let removal = user.createProfileChangeRequest()
            removal.photoURL = nil
            try await removal.commitChanges()
            try await user.reload()
            #expect(user.displayName == "Ann" && user.photoURL == nil)

            try await user.updatePhoneNumber(try await device.credential(of: phones[1]))
            #expect(user.phoneNumber == phones[1])
            let again = try await device.credential(of: phones[1])
            #expect(try await user.reauthenticate(with: again).user.uid == user.uid)
            let stranger = try await AppDevice(caller, at: site).signIn(phones[2])
            let foreign = try await device.credential(of: phones[2])
            let mismatch = try await AuthError.of { try await user.reauthenticate(with: foreign) }
            #expect(mismatch.kind == .userMismatch && device.auth.currentUser?.uid == user.uid)
            let third = try await device.credential(of: phones[2])
            let taken = try await AuthError.of { try await user.updatePhoneNumber(third) }
            #expect(taken.kind == .credentialAlreadyInUse && user.phoneNumber == phones[1])
            #expect(
                try await AuthError.of { try await user.unlink(fromProvider: "facebook.com") }.kind == .noSuchProvider)

            try await user.delete()
            #expect(device.auth.currentUser == nil)
            #expect(try await site.accounts(with: phones[1]) == 0)
            #expect(try await stranger.getIDToken(forcingRefresh: true).isEmpty == false)
        }
    }

    @Test("a change long after the sign-in asks for a proof, and works after it")
    func recent() async throws {
        try await withSite { site in
            let device = try AppDevice(try await site.identity().caller, at: site)
            let user = try await device.signIn(phones[0])
            try await site.pool.query(
                "update refresh_session set auth_time = clock_timestamp() - interval '1 hour'")
            _ = try await user.getIDToken(forcingRefresh: true)
            let refused = try await AuthError.of { try await user.delete() }
            #expect(refused.kind == .requiresRecentLogin && device.auth.currentUser != nil)
            try await user.reauthenticate(with: try await device.credential(of: phones[0]))
            try await user.unlink(fromProvider: "phone")
            #expect(user.phoneNumber == nil && user.providerData.isEmpty)
            try await user.delete()
            #expect(device.auth.currentUser == nil)
        }
    }

    @Test("whose sessions were revoked, and whose account is disabled or deleted, is signed out with the reason")
    func ended() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            for (phone, kind) in zip(phones, [AuthErrorCode.userTokenExpired, .userDisabled, .userNotFound]) {
                let device = try AppDevice(caller, at: site)
                let user = try await device.signIn(phone)
                let id = JSONValue.string(user.uid)
                let answer =
                    switch kind {
                    case .userDisabled:
                        try await caller.manage("/accounts:update", ["localId": id, "disableUser": true])
                    case .userNotFound: try await caller.manage("/accounts:delete", ["localId": id])
                    default:
                        try await caller.manage(
                            "/accounts:update",
                            ["localId": id, "validSince": .string("\(Int(Date().timeIntervalSince1970) + 1)")])
                    }
                #expect(answer.status == 200, "\(answer.message ?? "")")
                let error = try await AuthError.of { try await user.getIDToken(forcingRefresh: true) }
                #expect(
                    kind == .userNotFound
                        ? [.userNotFound, .userTokenExpired].contains(error.kind) : error.kind == kind)
                #expect(device.auth.currentUser == nil && !error.isRetriable)
            }
        }
    }

    @Test("tasks that ask at once cause one refresh, and all get its token")
    func refreshes() async throws {
        try await withSite { site in
            let surface = try await site.identity()
            let transport = CountingTransport(surface.caller.client)
            let device = try AppDevice(surface.caller, at: site) { $0.transport = transport }
            let user = try await device.signIn(phones[0])
            #expect(transport.calls(of: "/v1/token") == 0)
            let tokens = try await atOnce(20) { _ in try await user.getIDToken(forcingRefresh: true) }
            // Who asks after the end of one refresh begins the next.
            #expect(Set(tokens).count == transport.calls(of: "/v1/token"))
            let calls = transport.calls(of: "/v1/token")
            #expect(calls < 20)
            _ = try await atOnce(20) { _ in try await user.getIDToken() }
            #expect(transport.calls(of: "/v1/token") == calls, "a token that is good is not refreshed")
        }
    }

    @Test("a second app process with the same store has rotated the token, and the first goes on")
    func rotated() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.run(["projects", "set", keys.project, "--rotate-refresh-tokens", "yes"])
            let caller = try await site.identity(of: keys).caller
            try await withFolder { folder in
                let first = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                let user = try await first.signIn(phones[0])
                let second = try AppDevice(caller, at: site, store: FileAuthStore(folder: folder))
                for _ in 1...3 { _ = try await second.user.getIDToken(forcingRefresh: true) }
                #expect(try second.user.refreshToken != user.refreshToken)
                _ = try await user.getIDToken(forcingRefresh: true)
                #expect(first.auth.currentUser?.uid == user.uid)
            }
        }
    }
}

extension IdentityCaller {
    /// Changes the project's configuration, as a backend does.
    func configure(_ mask: String, _ text: String) async throws {
        let answer = try await send(
            "PATCH", "\(Self.v2)/projects/\(keys.project)/config?updateMask=\(mask)", text,
            ["authorization": "Bearer \(keys.admin)", "content-type": "application/json"])
        try #require(answer.status == 200, "\(answer.message ?? "")")
    }
}
