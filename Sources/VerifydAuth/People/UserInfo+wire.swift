import Foundation

extension ProviderUserInfo {
    /// The ways to sign in of an account; entries without an id are left out.
    static func providers(_ entries: [WireProvider]?) -> [ProviderUserInfo] {
        (entries ?? []).compactMap { entry in
            guard let provider = entry.providerId else { return nil }
            let uid = entry.federatedId ?? entry.rawId ?? entry.phoneNumber ?? ""
            return ProviderUserInfo(
                providerID: provider, uid: uid, displayName: entry.displayName,
                photoURL: entry.photoUrl.flatMap { URL(string: $0) }, email: entry.email,
                phoneNumber: entry.phoneNumber)
        }
    }
}

extension UserMetadata {
    init(_ account: WireUser) {
        creationDate = Date(milliseconds: account.createdAt)
        lastSignInDate = Date(milliseconds: account.lastLoginAt)
    }
}

extension AdditionalUserInfo {
    /// What an answer tells beside the user.
    ///
    /// The server says of most sign-ins whether the account is new; a guest's always is.
    ///
    /// `provider`: by whose word the person signed in, if the answer does not say it.
    init(_ answer: SignInAnswer, provider: String) {
        self.init(
            providerID: answer.providerId ?? provider, isNewUser: answer.isNewUser ?? (provider == "anonymous"),
            username: answer.screenName, rawProfile: answer.rawUserInfo.map { Data($0.utf8) })
    }
}
