import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:update of one's own account")
struct UpdateTests {
    @Test("sets and clears name and picture, without new tokens")
    func profile() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann") { $0.phone = "+14155550100" })
        try await fixture.serve { api in
            let set = try await api.app("update", #"{"idToken":"\#(token)","displayName":"Ann","photoUrl":"http://a"}"#)
            #expect(set.status == 200 && set.text("kind") == "identitytoolkit#SetAccountInfoResponse")
            #expect(
                set.text("localId") == "ann" && set.text("displayName") == "Ann" && set.text("photoUrl") == "http://a")
            #expect(set["idToken"] == nil && set["refreshToken"] == nil)
            #expect(set["providerUserInfo"]?.array?.count == 1)
            let cleared = try await api.phone(
                "setAccountInfo", #"{"idToken":"\#(token)","displayName":"","deleteAttribute":["PHOTO_URL"]}"#)
            #expect(cleared.status == 200 && cleared["displayName"] == nil && cleared["photoUrl"] == nil)
        }
        let ann = try fixture.kept("ann")
        #expect(ann?.displayName == nil && ann?.photoURL == nil)
    }

    @Test("takes a way in away, and lists those that stay; an unknown provider is no mistake")
    func unlink() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") {
            ($0.phone, $0.email, $0.passwordHash) = ("+14155550100", "ann@example.com", "a hash")
            $0.links = [ProviderLink(.facebook, rawID: "1")]
        }
        let token = try await fixture.idToken(ann)
        try await fixture.serve { api in
            let phone = try await api.app("update", #"{"idToken":"\#(token)","deleteProvider":["phone","x"]}"#)
            #expect(phone.json?.object?.providers == ["password", "facebook.com"])
            let password = try await api.app("update", #"{"idToken":"\#(token)","deleteProvider":["password"]}"#)
            #expect(password.json?.object?.providers == ["facebook.com"] && password["email"] == nil)
            let facebook = try await api.app("update", #"{"idToken":"\#(token)","deleteProvider":["facebook.com"]}"#)
            #expect(facebook["providerUserInfo"] == [] && facebook["idToken"] == nil)
        }
        #expect(try fixture.kept("ann")?.names == [.id(ann.id)])
    }

    @Test(
        "a session that begins by the old password while the new password is hashed has ended",
        arguments: [true, false])
    func sessionMeanwhile(isOwner: Bool) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", "a hash") }
        let token = try await fixture.idToken(ann, SignInMethod(.password))
        let thief = IdentityFixture.randomBytes(32)
        fixture.whileHashing.plan { [fixture] in
            fixture.clock.advance(by: .seconds(2))
            let session = RefreshSession(
                tokenHash: thief, method: SignInMethod(.password), beganAt: fixture.clock.now)
            let change = try? fixture.accountWorld.change(ann.id, of: fixture.project.id) { _ in
                AccountEdit(beginning: session)
            }
            #expect(change != nil)
            fixture.clock.advance(by: .seconds(2))
        }
        try await fixture.serve { api in
            let answer =
                isOwner
                ? try await api.app("update", #"{"idToken":"\#(token)","password":"new-secret"}"#)
                : try await api.admin("/accounts:update", #"{"localId":"ann","password":"new-secret"}"#)
            #expect(answer.status == 200)
        }
        let refresh = try await fixture.ports.accounts.refresh(
            RefreshAttempt(tokenHash: thief, at: fixture.clock.now), of: fixture.project.id)
        #expect(refresh == .refused(.refused(.tokenExpired)))
    }

    @Test(
        "the session that goes on keeps a second factor that the account has, and none that is gone",
        arguments: [true, false])
    func keptFactor(hasFactor: Bool) async throws {
        let fixture = try IdentityFixture()
        let factor = SecondFactor("f1", kind: .phone("+14155550101"), enrolledAt: fixture.clock.now)
        let ann = try fixture.account("ann") { $0.factors = hasFactor ? [factor] : [] }
        let token = try await fixture.idToken(ann, SignInMethod(.password, secondFactor: factor.proven))
        try await fixture.serve { api in
            let answer = try await api.app("update", #"{"idToken":"\#(token)","password":"correct horse"}"#)
            let session = answer.claims?["firebase"]
            #expect(session?["sign_in_second_factor"] == (hasFactor ? "phone" : nil), "\(answer.error ?? "")")
            #expect(session?["second_factor_identifier"] == (hasFactor ? "f1" : nil))
        }
    }

    @Test("the emulator takes an address and a password: older sessions end, and the caller's goes on by new tokens")
    func addressAndPassword() async throws {
        let fixture = try IdentityFixture()
        let guest = try fixture.account("ann")
        let token = try await fixture.idToken(guest, SignInMethod(.anonymous))
        fixture.clock.advance(by: .seconds(5))
        try await fixture.serve { api in
            let address = try await api.app("update", #"{"idToken":"\#(token)","email":"ANN@example.com"}"#)
            #expect(address.text("email") == "ann@example.com" && address["emailVerified"] == false)
            #expect(address.claims?["firebase"]?["sign_in_provider"] == "anonymous")
            #expect(try await api.app("update", #"{"idToken":"\#(token)"}"#).error == "TOKEN_EXPIRED")
            let newer = try address.required("idToken")
            let same = try await api.app("update", #"{"idToken":"\#(newer)","email":"ann@example.com"}"#)
            #expect(same.status == 200 && same["idToken"] == nil)
            let password = try await api.app("update", #"{"idToken":"\#(newer)","password":"correct horse"}"#)
            #expect(password.claims?["firebase"]?["sign_in_provider"] == "password")
            #expect(password.text("expiresIn") == "3600" && password.json?.object?.providers == ["password"])
            let refreshed = try await api.call(
                .post, "/securetoken.googleapis.com/v1/token?key=k",
                #"{"grantType":"refresh_token","refreshToken":"\#(try password.required("refreshToken"))"}"#)
            #expect(refreshed.status == 200)
        }
    }

    @Test("at an emulator, whoever wants to end all sessions ends them now, whatever moment the call names")
    func ownRevocation() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann"))
        fixture.clock.advance(by: .seconds(60))
        let answer = try await fixture.serve { try await $0.app("update", #"{"idToken":"\#(token)","validSince":1}"#) }
        #expect(answer["refreshToken"] != nil)
        #expect(answer.claims?["auth_time"]?.integer == (fixture.clock.now - .seconds(60)).unixSeconds)
        #expect(try fixture.kept("ann")?.validSince == fixture.clock.now)
    }

    @Test("in production an ID token ends no session and begins none, however fresh it is", arguments: [0, 301])
    func foundToken(age: Int) async throws {
        let fixture = try IdentityFixture(.production)
        let ann = try fixture.account("ann") { $0.phone = "+14155550100" }
        let token = try await fixture.idToken(ann)
        fixture.clock.advance(by: .seconds(age))
        let answer = try await fixture.serve { try await $0.app("update", #"{"idToken":"\#(token)","validSince":1}"#) }
        #expect(answer.status == 200 && answer["idToken"] == nil && answer["refreshToken"] == nil)
        #expect(try fixture.kept("ann") == ann)
    }

    @Test(
        "in production a way in goes only after a recent sign-in, and a name changes at any time",
        arguments: [
            #""deleteProvider":["phone"]"#, #""deleteProvider":["password"]"#, #""deleteProvider":["facebook.com"]"#,
            #""deleteAttribute":["PASSWORD"]"#,
        ])
    func recentSignIn(member: String) async throws {
        let fixture = try IdentityFixture(.production)
        let ann = try fixture.account("ann") {
            ($0.phone, $0.email, $0.passwordHash) = ("+14155550100", "ann@example.com", "a hash")
            $0.links = [ProviderLink(.facebook, rawID: "1")]
        }
        let token = try await fixture.idToken(ann)
        try await fixture.serve { [fixture] api in
            fixture.clock.advance(by: .seconds(301))
            let old = try await api.app("update", #"{"idToken":"\#(token)",\#(member)}"#)
            #expect(old.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try fixture.kept("ann") == ann)
            let name = try await api.app("update", #"{"idToken":"\#(token)","displayName":"Ann"}"#)
            #expect(name.status == 200)
            let fresh = try await fixture.idToken(ann)
            fixture.clock.advance(by: .seconds(299))
            let recent = try await api.app("update", #"{"idToken":"\#(fresh)",\#(member)}"#)
            #expect(recent.status == 200)
        }
        #expect(try fixture.kept("ann")?.providers.count ?? 0 < 3)
    }

    @Test(
        "refuses what only administrators may want, and what no account can have",
        arguments: [
            (#""customAttributes":"{}""#, "INSUFFICIENT_PERMISSION"),
            (#""disableUser":false"#, "OPERATION_NOT_ALLOWED"),
            (#""email":"ann""#, "INVALID_EMAIL"), (#""email":"a@b@c""#, "INVALID_EMAIL"),
            (#""email":"bob@example.com""#, "EMAIL_EXISTS"),
            (#""password":"12345""#, "WEAK_PASSWORD : Password should be at least 6 characters"),
        ])
    func refused(member: String, error: String) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        try fixture.account("bob") { $0.email = "bob@example.com" }
        let token = try await fixture.idToken(ann)
        let answer = try await fixture.serve { try await $0.app("update", #"{"idToken":"\#(token)",\#(member)}"#) }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try fixture.kept("ann") == ann)
    }

    @Test(
        "lets nobody add an identity or a second factor, or remove a factor, who has not proved it",
        arguments: [
            #""linkProviderUserInfo":{"providerId":"facebook.com","rawId":"1"}"#, #""mfa":{}"#,
            #""mfa":{"enrollments":[{"mfaEnrollmentId":"a","phoneInfo":"+14155550100"}]}"#,
        ])
    func unproven(member: String) async throws {
        for mode in [IdentityMode.emulator, .production] {
            let fixture = try IdentityFixture(mode)
            let ann = try fixture.account("ann") {
                $0.factors = [SecondFactor("b", kind: .phone("+14155550111"), enrolledAt: fixture.clock.now)]
            }
            let token = try await fixture.idToken(ann)
            let answer = try await fixture.serve { try await $0.app("update", #"{"idToken":"\#(token)",\#(member)}"#) }
            let kept = try fixture.kept("ann")
            switch mode {
            // Google's emulator lets its owners do it.
            case .emulator: #expect(answer.status == 200 && kept != ann && kept?.validSince == ann.validSince)
            case .production: #expect(answer.error == "INSUFFICIENT_PERMISSION" && kept == ann)
            }
        }
    }

    @Test(
        "ignores what the wire ignores: a number, an id, a proof that an address is one's own",
        arguments: ["+14155550100", "no number"])
    func ignored(phone: String) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        try fixture.account("bob")
        let token = try await fixture.idToken(ann)
        let body = #"{"idToken":"\#(token)","localId":"bob","phoneNumber":"\#(phone)","emailVerified":true}"#
        let answer = try await fixture.serve { try await $0.app("update", body) }
        #expect(answer.status == 200 && answer.text("localId") == "ann")
        #expect(try fixture.kept("ann") == ann)
        #expect(try fixture.kept("bob")?.phone == nil)
    }

    @Test("says in the wire's words what is missing, what no mail brought, and what is not served")
    func words() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann"))
        try await fixture.serve { api in
            let missing = try await api.app("update", #"{"localId":"ann","displayName":"x"}"#)
            #expect(missing.error == "INVALID_REQ_TYPE : Unsupported request parameters.")
            #expect(try await api.app("update", #"{"oobCode":"x"}"#).error == "INVALID_OOB_CODE")
            for member in [#""provider":["x"]"#, #""deleteAttribute":["PROVIDER"]"#, #""deleteAttribute":[6]"#] {
                #expect(try await api.app("update", #"{"idToken":"\#(token)",\#(member)}"#).status == 501)
            }
            let unknown = try await api.app("update", #"{"idToken":"\#(token)","deleteAttribute":["HAT"]}"#)
            #expect(unknown.status == 400 && unknown["error"]?["status"] == "INVALID_ARGUMENT")
        }
    }

    @Test("production takes no address from a client, and a password only where the project has passwords")
    func production() async throws {
        let hash = try #require(PasswordHash.ofCorrectHorse).text
        for (others, isAllowed) in [(JSONObject(), false), (JSONObject(passwords: true), true)] {
            let fixture = try IdentityFixture(.production, others: others)
            let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", hash) }
            let token = try await fixture.idToken(ann, SignInMethod(.password))
            try await fixture.serve { api in
                let address = try await api.app("update", #"{"idToken":"\#(token)","email":"eve@example.com"}"#)
                #expect(address.error == "OPERATION_NOT_ALLOWED")
                let password = try await api.app("update", #"{"idToken":"\#(token)","password":"battery"}"#)
                #expect(isAllowed ? password.status == 200 : password.error == "OPERATION_NOT_ALLOWED")
            }
            #expect((try fixture.kept("ann")?.passwordHash != hash) == isAllowed)
        }
    }
}

extension JSONObject {
    /// Kept members of a configuration that lets people in by a password.
    init(passwords isEnabled: Bool) {
        self = JSONObject().setting(["signIn", "email", "enabled"], to: .bool(isEnabled))
    }

    @Test("a name has 256 characters at most, and the address of a picture 2,048; the longest still make a good token")
    func lengths() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann"))
        let text = { @Sendable (count: Int) in String(repeating: "é", count: count) }
        try await fixture.serve { api in
            let update = { (members: String) in try await api.app("update", #"{"idToken":"\#(token)",\#(members)}"#) }
            let longName = try await update(#""displayName":"\#(text(257))""#)
            #expect(longName.error == "INVALID_PROFILE_ATTRIBUTE : Display name too long.")
            let longURL = try await update(#""photoUrl":"\#(text(2_049))""#)
            #expect(longURL.error == "INVALID_PROFILE_ATTRIBUTE : Photo URL too long.")
            let longest = #""displayName":"\#(text(256))","photoUrl":"\#(text(2_048))","password":"correct horse""#
            let newer = try await update(longest).required("idToken")
            #expect(try await api.app("lookup", #"{"idToken":"\#(newer)"}"#).user?.text("displayName") == text(256))
        }
    }

    @Test("production hashes ten new passwords of an owner, and then no more until time has passed")
    func passwordChanges() async throws {
        let fixture = try IdentityFixture(.production, others: JSONObject(passwords: true))
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", "a hash") }
        try await fixture.serve { api in
            let change = {
                let token = try await fixture.idToken(ann, SignInMethod(.password))
                // Each is refused after it was counted, so that no test waits for a hash.
                return try await api.app("update", #"{"idToken":"\#(token)","password":"short"}"#).error
            }
            for _ in 1...10 { #expect(try await change()?.hasPrefix("WEAK_PASSWORD") == true) }
            #expect(try await change() == "TOO_MANY_ATTEMPTS_TRY_LATER")
            let admin = try await api.admin("/accounts:update", #"{"localId":"ann","password":"short"}"#)
            #expect(admin.error?.hasPrefix("WEAK_PASSWORD") == true)
            fixture.clock.advance(by: .seconds(611))
            #expect(try await change()?.hasPrefix("WEAK_PASSWORD") == true)
        }
    }
}
