import Foundation

/// What a sign-in tells beside the user.
public struct AdditionalUserInfo: Sendable {
    /// The provider's id, for example `facebook.com`.
    public let providerID: String
    /// Whether the sign-in has made the account.
    public let isNewUser: Bool
    /// The person's name at the provider for others, for example at X; nil where there is none.
    public let username: String?
    private let rawProfile: Data?

    /// What the provider says about the person, as `JSONSerialization` reads it; nil if it says nothing.
    public var profile: [String: Any]? {
        rawProfile.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
    }

    init(providerID: String, isNewUser: Bool, username: String? = nil, rawProfile: Data? = nil) {
        self.providerID = providerID
        self.isNewUser = isNewUser
        self.username = username
        self.rawProfile = rawProfile
    }
}
