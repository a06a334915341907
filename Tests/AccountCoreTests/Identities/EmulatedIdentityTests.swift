import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Identities of an emulator")
struct EmulatedIdentityTests {
    private static let claims = """
        {"sub":"123456789012345678901","email":"Ada@Example.com","email_verified":true,"name":"Ada Lovelace",\
        "given_name":"Ada","family_name":"Lovelace","picture":"http://localhost/ada.png","screen_name":"ada"}
        """
    /// `{"alg":"none","typ":"JWT"}`, `{"sub":"1"}` and no signature.
    private static let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIxIn0."

    private func prove(
        _ provider: String, idToken: String? = nil, accessToken: String? = nil, saml: String? = nil
    ) throws -> ProvenIdentity {
        var presented = PresentedIdentity(try #require(ProviderID(provider)))
        (presented.idToken, presented.accessToken, presented.samlResponse) = (idToken, accessToken, saml)
        return try ProvenIdentity(emulated: presented)
    }

    private func refusal(_ provider: String, idToken: String? = nil, accessToken: String? = nil) -> AccountError? {
        do {
            _ = try prove(provider, idToken: idToken, accessToken: accessToken)
            return nil
        } catch {
            return error as? AccountError
        }
    }

    private func isBad(_ error: AccountError?) -> Bool {
        if case .refused(.invalidIDPResponse, _) = error { true } else { false }
    }

    @Test("Google's have a profile in Google's words, and a URL for an id")
    func google() throws {
        let proven = try prove("google.com", idToken: Self.claims)
        #expect(proven.federatedID == "https://accounts.google.com/123456789012345678901")
        #expect(proven.email == "ada@example.com" && proven.isEmailVerified && proven.link.screenName == "ada")
        #expect(proven.firstName == "Ada" && proven.lastName == "Lovelace" && proven.uses.isEmpty)
        #expect(
            proven.profile == [
                "granted_scopes": .string(
                    "openid https://www.googleapis.com/auth/userinfo.profile "
                        + "https://www.googleapis.com/auth/userinfo.email"),
                "id": "123456789012345678901", "name": "Ada Lovelace", "given_name": "Ada",
                "family_name": "Lovelace", "verified_email": true, "locale": "en", "email": "ada@example.com",
                "picture": "http://localhost/ada.png",
            ])
    }

    @Test("any provider's have their claims as a profile, from an unsigned token or from plain JSON in either place")
    func others() throws {
        for (idToken, accessToken) in [(Self.unsigned, nil), ("", Self.unsigned), (nil, #"{"sub":"1"}"#)] {
            let proven = try prove("facebook.com", idToken: idToken, accessToken: accessToken)
            #expect(proven.federatedID == "1" && proven.profile == ["sub": "1"] && proven.email == nil)
            let made = "FirebaseAuthEmulatorFakeAccessToken_facebook.com"
            #expect(proven.accessToken == accessToken ?? made)
            #expect(proven.idToken == (idToken?.isEmpty == false ? idToken : nil))
        }
        #expect(try prove("oidc.any", idToken: #"{"sub":"1","name":7,"picture":[]}"#).link.displayName == nil)
    }

    @Test(
        "claims without a person's id, and texts that are no token, are no answer of a provider",
        arguments: [
            "{}", #"{"sub":""}"#, #"{"sub":12345}"#, #"{"sub":null}"#, "{sub:1}", "not.a.token", "opaque",
            "eyJhbGciOiJub25lIn0.bm90IEpTT04.",
        ])
    func bad(token: String) { #expect(isBad(refusal("google.com", idToken: token))) }

    @Test("an opaque access token asks for a provider, whom an emulator does not ask; so does no token at all")
    func opaque() {
        for error in [
            refusal("facebook.com", accessToken: "EAAB"), refusal("google.com", accessToken: "ya29.x"),
            refusal("apple.com"),
        ] {
            guard case .notServed = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(isBad(refusal("facebook.com", accessToken: "{}")))
    }

    @Test("the answer of a SAML provider has an address that is believed, and attributes")
    func saml() throws {
        let response = """
            {"assertion":{"subject":{"nameId":"Other@example.com"},"attributeStatements":{"mail":"third@example.com"}}}
            """
        let proven = try prove("saml.house", idToken: Self.claims, saml: response)
        #expect(proven.email == "Other@example.com" && proven.isEmailVerified)
        #expect(proven.attributes == ["mail": "third@example.com"] && proven.profile == ["mail": "third@example.com"])
        #expect(try prove("saml.house", idToken: #"{"sub":"1"}"#).isEmailVerified)
        for bad in ["{}", #"{"assertion":{}}"#, #"{"assertion":{"subject":{}}}"#, "x"] {
            #expect(throws: AccountError.self) { _ = try prove("saml.house", idToken: Self.claims, saml: bad) }
        }
    }
}
