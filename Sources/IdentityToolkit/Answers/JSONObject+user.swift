import AccountCore
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
        set("email", account.email)
        if account.email != nil || account.isEmailVerified { self["emailVerified"] = .bool(account.isEmailVerified) }
        set("displayName", account.displayName)
        set("photoUrl", account.photoURL)
        set("phoneNumber", account.phone)
        set("passwordHash", account.passwordHash == nil ? nil : hash)
        let entries = Self.providerEntries(of: account)
        self["providerUserInfo"] = entries.isEmpty ? nil : .array(entries)
        set("validSince", "\(account.validSince.unixSeconds)")
        self["disabled"] = .bool(account.isDisabled)
        set("lastLoginAt", account.lastSignInAt.map { "\($0.milliseconds)" })
        set("createdAt", "\(account.createdAt.milliseconds)")
        set("customAttributes", account.customClaims?.text)
        set("lastRefreshAt", account.lastRefreshAt?.rfc3339)
    }

    /// Sets a member to a text; without a text the member is left out.
    mutating func set(_ member: String, _ text: String?) {
        self[member] = text.map(JSONValue.string)
    }
}
