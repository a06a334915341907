import AccountCore
import StrictJSON
import VerificationCore

extension WireBody {
    /// As far as a date of four digits goes.
    private static let lastSecond: Int64 = 253_402_300_799

    /// Throws for a call about a part of a project; this program has no parts of projects.
    func refuseTenant() throws(AccountError) {
        guard try filled("tenantId") == nil else { throw .refused(.unsupportedTenantOperation) }
    }

    /// What a call that makes or changes an account wants of it; a text that the wire calls missing counts as missing.
    func accountDraft() throws(AccountError) -> AccountDraft {
        var draft = AccountDraft()
        (draft.email, draft.password) = (try filled("email"), try filled("password"))
        draft.phone = try filled("phoneNumber")
        (draft.displayName, draft.photoURL) = (try text("displayName"), try text("photoUrl"))
        draft.isEmailVerified = try truth("emailVerified")
        return draft
    }

    /// What a change wants, with all that only changes can want.
    func accountChange() throws(AccountError) -> AccountDraft {
        var draft = try accountDraft()
        draft.isDisabled = try truth("disableUser")
        draft.customClaims = try text("customAttributes")
        draft.validSince = try second("validSince")
        (draft.createdAt, draft.lastSignInAt) = (try millisecond("createdAt"), try millisecond("lastLoginAt"))
        draft.cleared = try clearedAttributes()
        draft.unlinked = Set(try texts("deleteProvider")?.compactMap(ProviderID.init) ?? [])
        draft.linked = try object("linkProviderUserInfo")?.providerLink()
        // Without a list of factors the member clears them all.
        draft.factors = try object("mfa").map { mfa throws(AccountError) in try mfa.wantedFactors("enrollments") ?? [] }
        return draft
    }

    /// A moment in whole seconds.
    private func second(_ name: String) throws(AccountError) -> Timestamp? {
        try moment(name, of: 1).map { Timestamp(seconds: $0) }
    }

    /// A moment in milliseconds.
    func millisecond(_ name: String) throws(AccountError) -> Timestamp? {
        try moment(name, of: 1_000).map { Timestamp(microseconds: $0 * 1_000) }
    }

    private func moment(_ name: String, of aSecond: Int64) throws(AccountError) -> Int64? {
        guard let number = try number(name) else { return nil }
        guard (0...Self.lastSecond * aSecond).contains(number) else {
            throw .wrongType(path: "/\(name)", wanted: "a moment between 1970 and 9999")
        }
        return number
    }

    private func clearedAttributes() throws(AccountError) -> Set<AccountDraft.Attribute> {
        var cleared: Set<AccountDraft.Attribute> = []
        for word in try words("deleteAttribute", of: WireSchema.attributes) ?? [] {
            switch word {
            case "EMAIL": cleared.insert(.email)
            case "DISPLAY_NAME": cleared.insert(.displayName)
            case "PHOTO_URL": cleared.insert(.photoURL)
            case "PASSWORD": cleared.insert(.password)
            case "PROVIDER", "RAW_USER_INFO": throw .notServed("deleteAttribute: \(word)")
            default: continue
            }
        }
        return cleared
    }

    private func providerLink() throws(AccountError) -> ProviderLink {
        guard let provider = try filled("providerId").flatMap(ProviderID.init) else {
            throw .refused(.missingProviderID)
        }
        guard let rawID = try filled("rawId") else { throw .refused(.missingRawID) }
        return ProviderLink(
            provider, rawID: rawID, displayName: try filled("displayName"), photoURL: try filled("photoUrl"),
            email: try filled("email"), screenName: try filled("screenName"))
    }
}
