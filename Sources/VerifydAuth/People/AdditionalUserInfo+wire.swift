import Foundation

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
