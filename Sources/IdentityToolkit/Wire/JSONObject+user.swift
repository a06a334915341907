import AccountCore
import Accounts
import StrictJSON
import VerificationCore

extension JSONObject {
    /// What the wire shows in place of a password's hash, except in an export: `REDACTED` in Base64.
    static let hiddenHash = "UkVEQUNURUQ="

    /// The members of a user; what the account does not have is left out.
    ///
    /// `hash`: what is shown of the password's hash where there is one.
    init(userOf account: Account, hash: String? = Self.hiddenHash) {
        self = ["localId": .string(account.id.text)]
        set("email", to: account.email)
        if account.email != nil || account.isEmailVerified { self["emailVerified"] = .bool(account.isEmailVerified) }
        set("displayName", to: account.displayName)
        set("photoUrl", to: account.photoURL)
        set("phoneNumber", to: account.phone)
        set("passwordHash", to: account.passwordHash == nil ? nil : hash)
        set("screenName", to: account.links.lazy.compactMap(\.screenName).first)
        let entries = Self.providerEntries(of: account)
        self["providerUserInfo"] = entries.isEmpty ? nil : .array(entries)
        set("validSince", to: "\(account.validSince.unixSeconds)")
        let factors = Self.factorEntries(of: account)
        self["mfaInfo"] = factors.isEmpty ? nil : .array(factors)
        self["disabled"] = .bool(account.isDisabled)
        set("lastLoginAt", to: account.lastSignInAt.map { "\($0.milliseconds)" })
        set("createdAt", to: "\(account.createdAt.milliseconds)")
        set("customAttributes", to: account.customClaims?.text)
        set("lastRefreshAt", to: account.lastRefreshAt?.rfc3339)
    }

    /// Sets a member to a text; without a text the member is left out.
    mutating func set(_ member: String, to text: String?) {
        self[member] = text.map(JSONValue.string)
    }
}

extension JSONObject {
    /// The ways to sign in to an account, as an answer lists them.
    static func providerEntries(of account: Account) -> [JSONValue] {
        (passwordEntry(of: account).map { [$0] } ?? []) + (phoneEntry(of: account).map { [$0] } ?? [])
            + account.links.map(entry)
    }

    /// A person without an address cannot sign in by a password.
    private static func passwordEntry(of account: Account) -> JSONValue? {
        guard let email = account.email, account.passwordHash != nil else { return nil }
        var entry: JSONObject = ["providerId": .string(ProviderID.password.text), "email": .string(email)]
        entry.set("rawId", to: email)
        entry.set("federatedId", to: email)
        entry.set("displayName", to: account.displayName)
        entry.set("photoUrl", to: account.photoURL)
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
        entry.set("federatedId", to: link.rawID)
        entry.set("displayName", to: link.displayName)
        entry.set("photoUrl", to: link.photoURL)
        entry.set("email", to: link.email)
        entry.set("screenName", to: link.screenName)
        return .object(entry)
    }
}

extension JSONObject {
    /// Sets what every sign-in answers; clients read numbers as texts.
    mutating func setTokens(of signedIn: SignedIn) {
        set("idToken", to: signedIn.idToken)
        set("refreshToken", to: signedIn.refreshToken)
        set("expiresIn", to: "\(signedIn.life.components.seconds)")
        set("localId", to: signedIn.account.id.text)
    }
}
