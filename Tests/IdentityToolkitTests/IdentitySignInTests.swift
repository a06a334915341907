import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

/// The emulator, which takes whatever a call says of a person at another provider.
@Suite("accounts:signInWithIdp")
struct IdentitySignInTests {
    private let googleID = ProviderID("google.com") ?? .anonymous
    private let ada: JSONObject = [
        "sub": "123", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace",
        "picture": "http://localhost/ada.png", "email": "Ada@Shop.test", "email_verified": true,
    ]

    /// Ada with other members.
    private func claims(_ members: JSONObject) -> JSONObject {
        members.members.reduce(into: ada) { $0[$1.key] = $1.value == .null ? nil : $1.value }
    }

    @Test("an unknown identity makes an account, and the answer says all that the provider says, in both spellings")
    func signUp() async throws {
        let fixture = try IdentityFixture()
        let (new, again) = try await fixture.serve { api in
            (
                try await api.idp("google.com", ada),
                try await api.phone("verifyAssertion", IDPBody("google.com", ada).json)
            )
        }
        #expect(new.status == 200 && new.text("kind") == "identitytoolkit#VerifyAssertionResponse")
        #expect(new.text("context") == "" && new["isNewUser"] == true && new.text("providerId") == "google.com")
        #expect(new.text("federatedId") == "https://accounts.google.com/123" && new.text("email") == "ada@shop.test")
        #expect(new["emailVerified"] == true && new.text("photoUrl") == "http://localhost/ada.png")
        for member in ["displayName", "fullName"] { #expect(new.text(member) == "Ada Lovelace") }
        #expect(new.text("firstName") == "Ada" && new.text("lastName") == "Lovelace")
        #expect(new.text("oauthIdToken") == IDPBody.text(ada) && new.text("oauthAccessToken") != nil)
        #expect(new.text("refreshToken") != nil && new.text("expiresIn") == "3600")
        let raw = try JSONValue(parsing: try new.required("rawUserInfo").utf8)
        #expect(raw["id"] == "123" && raw["verified_email"] == true)
        let session = try #require(new.claims?["firebase"])
        #expect(session["sign_in_provider"] == "google.com" && new.claims?["provider_id"] == nil)
        #expect(session["identities"] == ["email": ["ada@shop.test"], "google.com": ["123"]])
        #expect(again["isNewUser"] == nil && again.text("localId") == new.text("localId"))
        for member in ["needConfirmation", "errorMessage", "mfaPendingCredential", "mfaInfo", "emailRecycled"] {
            #expect(new[member] == nil, "\(member)")
        }
    }

    @Test("what the provider does not say is left out, and the account has it not either")
    func bare() async throws {
        let fixture = try IdentityFixture()
        let answer = try await fixture.serve { try await $0.idp("apple.com", ["sub": "1"]) }
        for member in ["displayName", "fullName", "firstName", "lastName", "email", "photoUrl", "screenName"] {
            #expect(answer[member] == nil, "\(member)")
        }
        let kept = try #require(try fixture.kept(try answer.required("localId")))
        #expect(kept.email == nil && kept.links.map(\.rawID) == ["1"])
    }

    @Test("the account shows the person's name, picture and screen name; other ids and providers are other people")
    func profile() async throws {
        try await IdentityFixture().serve { api in
            let new = try await api.idp("google.com", claims(["screen_name": "ada1"]))
            let user = try await api.app("lookup", #"{"idToken":"\#(try new.required("idToken"))"}"#).user
            #expect(user?.text("displayName") == "Ada Lovelace" && user?.text("screenName") == "ada1")
            #expect(user?.text("photoUrl") == "http://localhost/ada.png" && user?["emailVerified"] == true)
            let entry = user?["providerUserInfo"]?.array?.first
            #expect(entry?["rawId"] == "123" && entry?["federatedId"] == "123" && entry?["email"] == "ada@shop.test")
            let others = [("google.com", "124"), ("apple.com", "123")]
            for (provider, sub) in others {
                let other = try await api.idp(provider, ["sub": .string(sub)])
                #expect(other["isNewUser"] == true && other.text("localId") != new.text("localId"))
            }
        }
    }

    @Test("parameters may stand in the address, in the body or in the fragment, encoded or not; the last place wins")
    func places() async throws {
        let raw = #"{"sub":"9","name":"A+B 100%41"}"#
        let encoded = "%7B%22sub%22%3A%20%229%22%2C%22name%22%3A%22A%2BB%22%7D"
        try await IdentityFixture().serve { api in
            for (body, name) in [
                (["requestUri": .string("http://localhost?providerId=google.com&id_token=" + encoded)], "A+B"),
                (
                    ["requestUri": "http://localhost", "postBody": .string("providerId=google.com&id_token=" + raw)],
                    "A+B 100%41"
                ),
                (
                    [
                        "requestUri": .string("http://localhost?providerId=x#providerId=google.com"),
                        "postBody": .string("id_token=\(encoded)&providerId=y&providerId=z"),
                    ], "A+B"
                ),
                (
                    [
                        "requestUri": "http://localhost",
                        "postBody": .string("id_token=%7B%22sub%22%3A+%229%22%7D&providerId=Google.COM"),
                    ], nil
                ),
            ] as [(JSONObject, String?)] {
                let answer = try await api.app("signInWithIdp", IDPBody.text(body))
                #expect(answer.text("federatedId") == "https://accounts.google.com/9", "\(answer.error ?? "")")
                #expect(answer.text("displayName") == name)
            }
        }
    }

    @Test("a SAML provider's attributes are in the ID token of the sign-in, and in no other")
    func attributes() async throws {
        let response = #"{"assertion":{"subject":{"nameId":"Other@Shop.test"},"attributeStatements":{"mail":"b"}}}"#
        let body: JSONObject = [
            "requestUri": "http://localhost",
            "postBody": .string("providerId=saml.house&id_token=\(IDPBody.text(ada))&SAMLResponse=\(response)"),
        ]
        try await IdentityFixture().serve { api in
            let answer = try await api.app("signInWithIdp", IDPBody.text(body))
            #expect(answer.text("email") == "Other@Shop.test" && answer.text("rawUserInfo") == #"{"mail":"b"}"#)
            #expect(answer.claims?["firebase"]?["sign_in_attributes"] == ["mail": "b"])
            #expect(answer.claims?["firebase"]?["identities"]?["email"] == ["other@shop.test"])
            let google = try await api.idp("google.com", ["sub": "1"])
            #expect(google.claims?["firebase"]?["sign_in_attributes"] == nil)
        }
    }

    @Test("says in the wire's order what is missing, wrong or not served")
    func refused() async throws {
        let some = #","requestUri":"http://localhost"}"#
        let bodies: [(body: String, status: Int, error: String)] = [
            (#"{"returnRefreshToken":true}"#, 501, "returnRefreshToken"),
            (#"{"pendingIdToken":"x"}"#, 501, "pendingIdToken"), (#"{"pendingToken":"x"}"#, 501, "pendingToken"),
            (#"{"tenantId":"t"}"#, 400, "UNSUPPORTED_TENANT_OPERATION"),
            (#"{"postBody":"id_token=x"}"#, 400, "MISSING_REQUEST_URI"),
            (#"{"postBody":"id_token=x","requestUri":"here"}"#, 400, "INVALID_REQUEST_URI"),
            (
                #"{"postBody":"id_token=x""# + some, 400,
                "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: "
            ), (#"{"postBody":"providerId=google.com""# + some, 501, ""),
            (#"{"postBody":"providerId=google.com&id_token=x""# + some, 400, "INVALID_IDP_RESPONSE"),
            (#"{"postBody":"providerId=google.com&id_token={}""# + some, 400, "INVALID_IDP_RESPONSE"),
            (#"{"postBody":"providerId=google.com&id_token={\"sub\":1}""# + some, 400, "INVALID_IDP_RESPONSE"),
            (#"{"postBody":"providerId=facebook.com&access_token=EAAB""# + some, 501, ""),
            (#"{"postBody":"providerId=phone&id_token={\"sub\":\"1\"}""# + some, 400, "INVALID_CREDENTIAL_OR"),
            (#"{"autoCreate":1}"#, 400, "Invalid JSON payload received. /autoCreate must be boolean"),
        ]
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            for (body, status, error) in bodies {
                let answer = try await api.app("signInWithIdp", body)
                #expect(answer.status == status && answer.error?.hasPrefix(error) == true, "\(body): \(answer.body)")
            }
            let call = IDPBody("google.com", ada, ["idToken": "x"])
            #expect(try await api.app("signInWithIdp", call.json).error == "INVALID_ID_TOKEN")
        }
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 9, of: fixture.project.id).isEmpty)
    }

    @Test("a known identity signs in with a refreshed link, and a call that makes no account knows it")
    func known() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let unknown = try await api.idp("google.com", ada, ["autoCreate": false])
            #expect(unknown.status == 400 && unknown.error == "USER_NOT_FOUND")
            let new = try await api.idp("google.com", ada, ["autoCreate": true])
            let moved = claims(["email": "new@shop.test", "name": "Countess"])
            let again = try await api.idp("google.com", moved, ["autoCreate": false])
            #expect(again.text("localId") == new.text("localId") && again.text("displayName") == "Countess")
            let kept = try #require(try fixture.kept(try new.required("localId")))
            #expect(kept.email == "ada@shop.test" && kept.displayName == "Ada Lovelace")
            #expect(kept.links.first?.email == "new@shop.test")
            #expect(try await api.methods(of: "new@shop.test") == ["google.com"])
            #expect(try await api.methods(of: "ada@shop.test") == ["google.com"])
            #expect(try await api.methods(of: "nobody@shop.test") == [])
        }
    }

    @Test("a verified address joins its account, whose profile is the provider's now")
    func joins() async throws {
        let fixture = try IdentityFixture()
        for (id, isVerified) in [("ann", false), ("ben", true)] {
            try fixture.account(id) {
                ($0.email, $0.passwordHash, $0.displayName) = ("\(id)@shop.test", "hash", "Foo")
                ($0.isEmailVerified, $0.phone) = (isVerified, "+1415555010\(isVerified ? 1 : 0)")
                $0.links = [ProviderLink(.facebook, rawID: id)]
            }
        }
        let before = try await fixture.idToken(try #require(try fixture.kept("ann")))
        fixture.clock.advance(by: .seconds(5))
        try await fixture.serve { api in
            for (id, methods) in [("ann", ["google.com"]), ("ben", ["password", "facebook.com", "google.com"])] {
                let person = claims(["sub": .string(id), "email": .string("\(id)@shop.test"), "name": .null])
                let answer = try await api.idp("google.com", person)
                #expect(answer.text("localId") == id && answer["isNewUser"] == nil && answer["emailVerified"] == true)
                #expect(try await api.methods(of: "\(id)@shop.test") == methods)
                let kept = try #require(try fixture.kept(id))
                #expect(kept.displayName == nil && kept.photoURL == "http://localhost/ada.png")
                let user = try await api.app("lookup", #"{"idToken":"\#(try answer.required("idToken"))"}"#).user
                #expect(user?["emailVerified"] == true)
            }
            let stale = try await api.app("lookup", #"{"idToken":"\#(before)"}"#)
            #expect(stale.error == "TOKEN_EXPIRED", "whoever made the account is out")
            let recycled = try await api.idp("google.com", claims(["sub": "new", "email": "ben@shop.test"]))
            #expect(recycled["emailRecycled"] == true && recycled.text("localId") == "ben")
            #expect(try fixture.kept("ben")?.links.map(\.rawID) == ["ben", "new"])
        }
    }

    @Test("an unverified address of another account needs a confirmation in one of the account's own ways")
    func needsConfirmation() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") {
            ($0.email, $0.phone, $0.passwordHash) = ("ada@shop.test", "+14155550100", "hash")
            $0.links = [ProviderLink(.facebook, rawID: "1")]
        }
        let answer = try await fixture.serve {
            try await $0.idp("google.com", claims(["email_verified": false]), ["returnIdpCredential": true])
        }
        #expect(answer.status == 200 && answer["needConfirmation"] == true && answer.text("localId") == "ann")
        #expect(answer.text("email") == "ada@shop.test" && answer["verifiedProvider"] == ["facebook.com"])
        for member in ["idToken", "refreshToken", "expiresIn", "errorMessage"] { #expect(answer[member] == nil) }
        #expect(try fixture.kept("ann") == ann)
    }

    @Test("an identity is linked to the account that is signed in")
    func link() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ada@shop.test", "hash") }
        let ben = try fixture.account("ben") { $0.phone = "+14155550100" }
        let tokens = (try await fixture.idToken(ann, SignInMethod(.password)), try await fixture.idToken(ben))
        try await fixture.serve { api in
            let first = try await api.idp("google.com", ada, ["idToken": .string(tokens.0)])
            #expect(first.text("localId") == "ann" && first["isNewUser"] == nil && first.text("refreshToken") != nil)
            #expect(first.claims?["firebase"]?["sign_in_provider"] == "google.com")
            #expect(try fixture.kept("ann")?.isEmailVerified == true)
            #expect(try await api.methods(of: "ada@shop.test") == ["password", "google.com"])
            let other = claims(["sub": "7", "email": "ben@shop.test", "email_verified": false])
            let second = try await api.idp("google.com", other, ["idToken": .string(tokens.1)])
            #expect(second.claims?["firebase"]?["identities"]?["email"] == ["ben@shop.test"])
            #expect(second.claims?["firebase"]?["identities"]?["phone"] == ["+14155550100"])
            #expect(second["emailVerified"] == false)
            let unlinked = try await api.app(
                "update", #"{"idToken":"\#(tokens.1)","deleteProvider":["google.com"]}"#)
            #expect(unlinked.json?.object?.providers == ["phone"] && unlinked["idToken"] == nil)
            let mine = try await api.idp("google.com", other)
            #expect(mine["needConfirmation"] == true, "the address stays with the account")
        }
    }

    @Test("a conflict is an error, or by wish an answer with the credential, and changes nothing")
    func conflicts() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { $0.links = [ProviderLink(googleID, rawID: "123")] }
        let ben = try fixture.account("ben")
        try fixture.account("cid") { $0.email = "cid@shop.test" }
        let token = try await fixture.idToken(ben)
        try await fixture.serve { api in
            for (person, error) in [
                (ada, "FEDERATED_USER_ID_ALREADY_LINKED"),
                (claims(["sub": "9", "email": "CID@shop.test"]), "EMAIL_EXISTS"),
            ] {
                let refused = try await api.idp("google.com", person, ["idToken": .string(token)])
                #expect(refused.status == 400 && refused.error == error)
                let told = try await api.idp(
                    "google.com", person, ["idToken": .string(token), "returnIdpCredential": true])
                #expect(told.status == 200 && told.text("errorMessage") == error)
                #expect(told.text("oauthIdToken") == IDPBody.text(person) && told["providerId"] == "google.com")
                for member in ["localId", "idToken", "refreshToken"] { #expect(told[member] == nil, "\(member)") }
            }
            #expect(try fixture.kept("ben") == ben)
            #expect(try await api.idp("google.com", ada).text("localId") == "ann", "the app signs in with the same")
        }
    }

    @Test("a disabled account is neither signed in to nor linked to")
    func disabled() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { $0.links = [ProviderLink(googleID, rawID: "123")] }
        let token = try await fixture.idToken(ann)
        try await fixture.serve { api in
            _ = try await api.admin("/accounts:update", #"{"localId":"ann","disableUser":true}"#)
            for more in [[:], ["idToken": .string(token), "returnIdpCredential": true]] as [JSONObject] {
                let answer = try await api.idp("google.com", ada, more)
                #expect(answer.status == 400 && answer.error == "USER_DISABLED")
            }
        }
    }

    @Test("an account with second factors answers a credential that waits for one, and its times stay")
    func secondFactors() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") {
            ($0.email, $0.isEmailVerified) = ("ada@shop.test", true)
            $0.factors = [SecondFactor("f1", kind: .phone("+14155550143"), enrolledAt: fixture.clock.now)]
        }
        let token = try await fixture.idToken(ann)
        fixture.clock.advance(by: .seconds(5))
        try await fixture.serve { api in
            for _ in 0..<2 {
                let answer = try await api.idp("google.com", ada)
                #expect(answer.status == 200 && answer.text("mfaPendingCredential") != nil)
                #expect(answer["mfaInfo"]?.array?.first?["phoneInfo"] == "+*******0143")
                #expect(answer.text("localId") == "ann" && answer.text("displayName") == "Ada Lovelace")
                for member in ["idToken", "refreshToken", "expiresIn"] { #expect(answer[member] == nil) }
            }
            let kept = try #require(try fixture.kept("ann"))
            #expect(kept.links.count == 1 && kept.displayName == "Ada Lovelace")
            #expect(kept.lastSignInAt == nil && kept.lastRefreshAt == nil)
            let link = try await api.idp("facebook.com", ["sub": "7"], ["idToken": .string(token)])
            #expect(link.text("mfaPendingCredential") != nil && link["idToken"] == nil)
            #expect(try fixture.kept("ann")?.links.count == 2)
        }
    }

    @Test("a link keeps the second factor of the session from which it comes, and the time of its sign-in")
    func linkKeepsFactor() async throws {
        let fixture = try IdentityFixture()
        let factor = SecondFactor("f1", kind: .phone("+14155550143"), enrolledAt: fixture.clock.now)
        let ann = try fixture.account("ann") { $0.factors = [factor] }
        let token = try await fixture.idToken(ann, SignInMethod(.password, secondFactor: factor.proven))
        let began = fixture.clock.now.unixSeconds
        fixture.clock.advance(by: .seconds(60))
        let answer = try await fixture.serve {
            try await $0.idp("google.com", ada, ["idToken": .string(token)])
        }
        #expect(answer.claims?["firebase"]?["sign_in_second_factor"] == "phone")
        #expect(answer.claims?["firebase"]?["second_factor_identifier"] == "f1")
        #expect(answer.claims?["auth_time"] == .integer(began), "the link has proved nothing of the account")
    }

    @Test("where a project lets accounts share addresses, an identity's address is no account's")
    func sharedAddresses() async throws {
        let fixture = try IdentityFixture(others: ["signIn": ["allowDuplicateEmails": true]])
        try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ada@shop.test", "hash") }
        let guest = try fixture.account("guest")
        let token = try await fixture.idToken(guest, SignInMethod(.anonymous))
        try await fixture.serve { api in
            let (first, second) = (try await api.idp("google.com", ada), try await api.idp("facebook.com", ada))
            #expect(Set(["ann", first.text("localId"), second.text("localId")]).count == 3)
            let user = try await api.app("lookup", #"{"idToken":"\#(try first.required("idToken"))"}"#).user
            #expect(user?["email"] == nil && user?.providers == ["google.com"])
            let linked = try await api.idp("apple.com", ada, ["idToken": .string(token)])
            #expect(linked.text("localId") == "guest" && linked.status == 200)
            #expect(try await api.methods(of: "ada@shop.test") == ["password"])
        }
    }
}

/// The body of a call by an identity that an emulator takes.
private struct IDPBody {
    let json: String

    init(_ provider: String, _ claims: JSONObject, _ more: JSONObject = [:]) {
        let escaped = Self.text(claims).utf8.map { byte in
            "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        var body: JSONObject = [
            "requestUri": "http://localhost", "returnSecureToken": true,
            "postBody": .string("providerId=\(provider)&id_token=\(escaped)"),
        ]
        for member in more.members { body[member.key] = member.value }
        json = Self.text(body)
    }

    static func text(_ object: JSONObject) -> String {
        String(decoding: JSONValue.object(object).serialized, as: UTF8.self)
    }
}

extension IdentityClient {
    /// Signs in with claims that nobody has signed.
    fileprivate func idp(
        _ provider: String, _ claims: JSONObject, _ more: JSONObject = [:]
    ) async throws -> WireAnswer {
        try await app("signInWithIdp", IDPBody(provider, claims, more).json)
    }

    /// The ways to sign in with an address.
    fileprivate func methods(of email: String) async throws -> [String] {
        let answer = try await app("createAuthUri", #"{"identifier":"\#(email)","continueUri":"http://localhost"}"#)
        return answer["signinMethods"]?.array?.compactMap(\.string) ?? []
    }
}
