/// What proves who a person is: the argument of a sign-in, a link or a reauthentication.
///
/// Make one by ``PhoneAuthProvider``, ``FacebookAuthProvider``, ``OAuthProvider`` or ``EmailAuthProvider``.
public class AuthCredential: @unchecked Sendable {
    // Unchecked, because the class has subclasses. Every stored value here and there is a constant.

    /// The provider's id, for example `phone` or `facebook.com`.
    public let provider: String
    let proof: CredentialProof

    init(provider: String, proof: CredentialProof) {
        self.provider = provider
        self.proof = proof
    }
}

/// What a credential sends to the server.
enum CredentialProof: Sendable, Hashable {
    case phone(verificationID: String, code: String)
    /// The server's word that the number is proven, from an earlier call whose number was another account's.
    case provenPhone(temporaryProof: String, phoneNumber: String)
    case identity(idToken: String?, rawNonce: String?, accessToken: String?)
    case password(email: String, password: String)
}

/// The credential of a phone number: a verification ID and the code that the person has typed.
public final class PhoneAuthCredential: AuthCredential, @unchecked Sendable {
    init(_ proof: CredentialProof) { super.init(provider: AuthProviderID.phone.rawValue, proof: proof) }
}

/// The credential of a provider of OAuth or OpenID Connect.
public final class OAuthCredential: AuthCredential, @unchecked Sendable {
    /// The provider's ID token; nil if the provider gave an access token alone.
    public let idToken: String?
    /// The provider's access token; nil if the provider gave an ID token alone.
    public let accessToken: String?

    init(providerID: String, idToken: String?, rawNonce: String?, accessToken: String?) {
        self.idToken = idToken
        self.accessToken = accessToken
        super.init(
            provider: providerID, proof: .identity(idToken: idToken, rawNonce: rawNonce, accessToken: accessToken))
    }
}
