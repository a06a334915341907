import Foundation

/// What a provider, or this server, says about a person.
public protocol UserInfo: Sendable {
    /// The provider's id, for example `phone`; `verifyd` for the account itself.
    var providerID: String { get }
    /// The person's id at the provider; the number, where the provider is `phone`.
    var uid: String { get }
    /// The person's name; nil if it is not known.
    var displayName: String? { get }
    /// The address of the person's picture; nil if it is not known.
    var photoURL: URL? { get }
    /// The person's e-mail address; nil if it is not known.
    var email: String? { get }
    /// The person's number in the form of E.164; nil if it is not known.
    var phoneNumber: String? { get }
}

/// One way in which a person signs in, as ``User/providerData`` lists it.
struct ProviderUserInfo: UserInfo, Codable, Hashable {
    let providerID: String
    let uid: String
    let displayName: String?
    let photoURL: URL?
    let email: String?
    let phoneNumber: String?
}

extension ProviderUserInfo {
    /// The form of the wire; its number is the person's id at `phone`.
    init(_ provider: WireProvider) {
        let number = provider.providerId == "phone" ? provider.phoneNumber : nil
        self.init(
            providerID: provider.providerId ?? "", uid: number ?? provider.rawId ?? provider.federatedId ?? "",
            displayName: provider.displayName, photoURL: provider.photoUrl.flatMap { URL(string: $0) },
            email: provider.email, phoneNumber: provider.phoneNumber)
    }
}
