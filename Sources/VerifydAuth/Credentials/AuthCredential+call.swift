extension AuthCredential {
    /// Throws for a credential that no server has to look at.
    func check() throws {
        guard case .phone(let verificationID, let code) = proof else { return }
        guard !verificationID.isEmpty else { throw AuthError(.missingVerificationID) }
        guard !code.isEmpty else { throw AuthError(.missingVerificationCode) }
    }

    /// The call that shows this credential.
    ///
    /// The server takes codes and ID tokens of providers once, so only a password may be shown twice.
    func call(_ use: CredentialUse) -> WireCall {
        switch proof {
        case .phone(let verificationID, let code):
            phoneCall(use, with: ["sessionInfo": .text(verificationID), "code": .text(code)])
        case .provenPhone(let temporaryProof, let phoneNumber):
            phoneCall(use, with: ["temporaryProof": .text(temporaryProof), "phoneNumber": .text(phoneNumber)])
        case .identity(let idToken, let rawNonce, let accessToken):
            identityCall(
                use, form: ["id_token": idToken, "nonce": rawNonce, "access_token": accessToken])
        case .password(let email, let password): passwordCall(use, email: email, password: password)
        }
    }

    private func phoneCall(_ use: CredentialUse, with members: [String: WireValue]) -> WireCall {
        var body = members.merging(use.idToken) { $1 }
        body["operation"] = .text(use.operation)
        return .v1("signInWithPhoneNumber", body: body)
    }

    private func identityCall(_ use: CredentialUse, form: [String: String?]) -> WireCall {
        var form = form.compactMapValues { $0 }
        form["providerId"] = provider
        let fields = form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.percentEncoded)" }
        var body = use.idToken
        body["postBody"] = .text(fields.joined(separator: "&"))
        // The server wants an address, and Firebase's SDKs send this one when no page led back to the app.
        body["requestUri"] = "http://localhost"
        body["returnSecureToken"] = true
        body["returnIdpCredential"] = true
        if case .reauthenticate = use { body["autoCreate"] = false } else { body["autoCreate"] = true }
        return .v1("signInWithIdp", body: body)
    }

    /// A password is linked by the call that gives an account its address.
    private func passwordCall(_ use: CredentialUse, email: String, password: String) -> WireCall {
        var body = use.idToken
        body["email"] = .text(email)
        body["password"] = .text(password)
        body["returnSecureToken"] = true
        guard body["idToken"] == nil else { return .v1("signUp", body: body) }
        return .v1("signInWithPassword", body: body, isRepeatable: true)
    }
}
