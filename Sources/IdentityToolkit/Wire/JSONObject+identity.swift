import AccountCore
import Accounts
import StrictJSON

extension JSONObject {
    /// What a call by an identity answers; clients look for some members by their name alone, so nothing absent is there.
    init(_ answer: SignInByIdentity.Answer) {
        self.init(answer.identity)
        switch answer.outcome {
        case .proven(.signedIn(let signedIn), let isRecycled):
            setAccount(signedIn.account, of: answer.identity, isRecycled: isRecycled)
            if signedIn.isNew { self["isNewUser"] = true }
            setTokens(of: signedIn)
        case .proven(.pending(let pending), let isRecycled):
            setAccount(pending.account, of: answer.identity, isRecycled: isRecycled)
            setPending(pending)
        case .needsConfirmation(let account):
            self["needConfirmation"] = true
            set("localId", to: account?.id.text)
            self["verifiedProvider"] = (account?.links).map { .array($0.map { .string($0.provider.text) }) }
        case .conflict(let error): set("errorMessage", to: error.message)
        }
    }

    /// What the provider says of a person.
    private init(_ identity: ProvenIdentity) {
        let link = identity.link
        self = ["kind": "identitytoolkit#VerifyAssertionResponse", "context": ""]
        set("providerId", to: link.provider.text)
        set("federatedId", to: identity.federatedID)
        set("displayName", to: link.displayName)
        set("fullName", to: link.displayName)
        set("firstName", to: identity.firstName)
        set("lastName", to: identity.lastName)
        set("screenName", to: link.screenName)
        set("photoUrl", to: link.photoURL)
        set("email", to: link.email)
        self["emailVerified"] = link.email.map { _ in .bool(identity.isEmailVerified) }
        // A text, which clients parse.
        let profile = identity.profile
        set(
            "rawUserInfo",
            to: profile.members.isEmpty ? nil : String(decoding: JSONValue.object(profile).serialized, as: UTF8.self))
        set("oauthAccessToken", to: identity.accessToken)
        set("oauthIdToken", to: identity.idToken)
    }

    /// Whose the identity is now; an account may have verified the address before.
    private mutating func setAccount(_ account: Account, of identity: ProvenIdentity, isRecycled: Bool) {
        set("localId", to: account.id.text)
        if let email = account.email, email == identity.email?.lowercased() {
            self["emailVerified"] = .bool(account.isEmailVerified)
        }
        if isRecycled { self["emailRecycled"] = true }
    }
}
