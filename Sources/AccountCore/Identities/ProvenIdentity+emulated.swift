import StrictJSON
import VerificationCore

// What Firebase's emulator takes for a proof: whatever a test writes, under any provider.
extension ProvenIdentity {
    /// Reads a JWT, whose signature nobody checks, or the plain JSON object of its claims; nothing is used up.
    ///
    /// Throws an `AccountError` for a text that is neither, and for claims that name no person.
    package init(emulated presented: PresentedIdentity) throws(AccountError) {
        let (idToken, accessToken) = (presented.idToken?.nonEmpty, presented.accessToken?.nonEmpty)
        var read = try Self.claims(idToken)
        if read == nil { read = try Self.claims(accessToken) }
        guard let claims = read else {
            throw Self.refusal(of: presented.provider, idToken: idToken, accessToken: accessToken)
        }
        guard let subject = claims["sub"], subject != "" else {
            throw .refused(.invalidIDPResponse, "The claims of the token lack the required \"sub\", the person's id.")
        }
        guard let rawID = subject.string else {
            throw .refused(.invalidIDPResponse, "The \"sub\" of the token's claims must be a string.")
        }
        let provider = presented.provider
        self.init(provider, rawID: rawID, claims: claims)
        link.screenName = Self.name(claims["screen_name"])
        if provider == .google { profile = Self.googleProfile(of: rawID, claims, isVerified: isEmailVerified) }
        if provider.text.hasPrefix("saml.") { try takeSAML(presented.samlResponse) }
        // Clients for the web make their credential of it.
        self.accessToken = accessToken ?? "FirebaseAuthEmulatorFakeAccessToken_\(provider)"
        self.idToken = idToken
    }

    /// Nil for a text that is neither JSON nor a JWT, and without a text.
    private static func claims(_ text: String?) throws(AccountError) -> JSONObject? {
        guard let text else { return nil }
        if text.hasPrefix("{") {
            if let claims = object(Array(text.utf8)) { return claims }
            throw .refused(.invalidIDPResponse, "The token begins as a JSON object, and is none.")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, Base64.decode(parts[0]).flatMap(object) != nil else { return nil }
        return Base64.decode(parts[1]).flatMap(object)
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        // A text that is no JSON is no token, for whatever reason.
        (try? JSONValue(parsing: bytes))?.object
    }

    private static func refusal(of provider: ProviderID, idToken: String?, accessToken: String?) -> AccountError {
        if idToken != nil {
            return .refused(.invalidIDPResponse, "The ID token is neither strict JSON nor a JWT.")
        }
        if accessToken != nil {
            return .notServed("The emulator asks no provider about an access token: \(provider) needs an ID token.")
        }
        return .notServed("The emulator takes sign-ins with a credential only: the call needs an id_token.")
    }

    /// What Google's own answer about a person has.
    private static func googleProfile(of rawID: String, _ claims: JSONObject, isVerified: Bool) -> JSONObject {
        let scope = "https://www.googleapis.com/auth/userinfo."
        let email = email(claims["email"]).map(JSONValue.string)
        var profile: JSONObject = [
            "granted_scopes": .string("openid \(scope)profile" + (email == nil ? "" : " \(scope)email")),
            "id": .string(rawID),
        ]
        for name in ["name", "given_name", "family_name"] { profile[name] = claims[name] }
        profile["verified_email"] = .bool(isVerified)
        profile["locale"] = "en"
        profile["email"] = email
        profile["picture"] = claims["picture"]
        return profile
    }

    /// A provider of SAML is always believed about the address.
    private mutating func takeSAML(_ text: String?) throws(AccountError) {
        isEmailVerified = true
        profile = JSONObject()
        guard let text = text?.nonEmpty else { return }
        guard let response = Self.object(Array(text.utf8)) else {
            throw .refused(.invalidIDPResponse, "The SAMLResponse is no JSON object.")
        }
        guard let name = response["assertion"]?["subject"]?["nameId"]?.string?.nonEmpty else {
            throw .refused(.invalidIDPResponse, "The SAMLResponse lacks assertion.subject.nameId.")
        }
        // As it is written: the answer to the call shows it so. The account has it in lower case.
        if EmailAddress(name) != nil { link.email = name }
        attributes = response["assertion"]?["attributeStatements"]?.object
        profile = attributes ?? JSONObject()
    }
}

extension String {
    /// Nil for an empty text, which calls write for nothing.
    package var nonEmpty: String? { isEmpty ? nil : self }
}
