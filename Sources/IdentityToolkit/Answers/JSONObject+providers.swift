import AccountCore
import StrictJSON

extension JSONObject {
    /// The ways in which somebody signs in to an account, as the wire shows them.
    static func providerEntries(of account: Account) -> [JSONValue] {
        (passwordEntry(of: account).map { [$0] } ?? []) + (phoneEntry(of: account).map { [$0] } ?? [])
            + account.links.map(entry)
    }

    /// Nobody signs in by a password without an address.
    private static func passwordEntry(of account: Account) -> JSONValue? {
        guard let email = account.email, account.passwordHash != nil else { return nil }
        var entry: JSONObject = ["providerId": .string(ProviderID.password.text), "email": .string(email)]
        entry.set("rawId", email)
        entry.set("federatedId", email)
        entry.set("displayName", account.displayName)
        entry.set("photoUrl", account.photoURL)
        return .object(entry)
    }

    private static func phoneEntry(of account: Account) -> JSONValue? {
        account.phone.map { phone -> JSONValue in
            [
                "providerId": .string(ProviderID.phone.text), "rawId": .string(phone),
                "phoneNumber": .string(phone),
            ]
        }
    }

    /// Some clients read the provider's id of the person as `rawId`, and others as `federatedId`.
    private static func entry(_ link: ProviderLink) -> JSONValue {
        var entry: JSONObject = ["providerId": .string(link.provider.text), "rawId": .string(link.rawID)]
        entry.set("federatedId", link.rawID)
        entry.set("displayName", link.displayName)
        entry.set("photoUrl", link.photoURL)
        entry.set("email", link.email)
        entry.set("screenName", link.screenName)
        return .object(entry)
    }
}
