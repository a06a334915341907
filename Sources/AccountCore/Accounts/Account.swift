import StrictJSON
import VerificationCore

/// A person who signs in to an app, as the app's project keeps them.
package struct Account: Sendable, Hashable {
    package let id: LocalID
    /// E.164; a number belongs to one account of a project.
    package var phone: String?
    /// An address belongs to one account of a project; every setter turns it into lower-case letters.
    package var email: String? {
        didSet { email = email?.lowercased() }
    }
    package var isEmailVerified = false
    /// What is kept of a password that an import brought along, or that an administrator set; nil without a password.
    package var passwordHash: String?
    package var displayName: String?
    package var photoURL: String?
    package var isDisabled = false
    /// At most one of each provider, in the order in which they came.
    package var links: [ProviderLink] = []
    /// In the order in which they were enrolled; a sign-in asks for one of them.
    package var factors: [SecondFactor] = []
    package var customClaims: CustomClaims?
    /// In whole seconds: tokens that were made before are no longer good.
    package var validSince: Timestamp
    package var createdAt: Timestamp
    /// A sign-in or linking a phone moves it, a refresh does not; nil before the account's first sign-in.
    package var lastSignInAt: Timestamp?
    package var lastRefreshAt: Timestamp?

    package init(_ id: LocalID, createdAt: Timestamp) {
        self.id = id
        self.createdAt = createdAt
        validSince = createdAt.wholeSecond
    }

    /// The ways to sign in to the account, in the order in which an answer lists them.
    package var providers: [ProviderID] {
        (passwordHash == nil ? [] : [.password]) + (phone == nil ? [] : [.phone]) + links.map(\.provider)
    }
}

extension Timestamp {
    /// The beginning of its second: tokens know no smaller part of time.
    package var wholeSecond: Timestamp { Timestamp(seconds: unixSeconds) }

    /// Whole seconds since 1970, rounded down.
    package var unixSeconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Account {
    /// How many bytes of a name fit into every database's index.
    package static let longestName = 1_000

    /// Whether a store can keep the account; a store throws `broken` for any other account.
    ///
    /// No text in a database holds a NUL character, and no name is longer than `longestName`. No two links are to the same
    /// provider.
    package var isStorable: Bool {
        texts.allSatisfy { !$0.utf8.contains(0) } && names.allSatisfy { $0.length <= Self.longestName }
            && Set(links.map(\.provider)).count == links.count && Set(factors.map(\.id)).count == factors.count
    }

    private var texts: [String] {
        [phone, email, passwordHash, displayName, photoURL, customClaims?.text].compactMap { $0 }
            + links.flatMap(\.texts) + factors.flatMap { [$0.id, $0.displayName, $0.phone].compactMap { $0 } }
    }
}

extension ProviderLink {
    fileprivate var texts: [String] {
        [provider.text, rawID] + [displayName, photoURL, email, screenName].compactMap { $0 }
    }
}

extension AccountName {
    /// Whether an account can have the name at all.
    package var isStorable: Bool {
        switch self {
        // An id holds no control character.
        case .id: true
        case .phone(let text), .email(let text): !text.utf8.contains(0)
        case .identity(let provider, let rawID): !provider.text.utf8.contains(0) && !rawID.utf8.contains(0)
        }
    }

    fileprivate var length: Int {
        switch self {
        case .id(let id): id.text.utf8.count
        case .phone(let text), .email(let text): text.utf8.count
        case .identity(let provider, let rawID): provider.text.utf8.count + rawID.utf8.count
        }
    }
}

extension StoreError {
    /// For an account that no store can keep; see `Account.isStorable`.
    package static let unstorable = StoreError.broken(
        "an account with a NUL character, a name that is too long, or two links to a provider")
}

/// What an administrator adds to the ID tokens of an account: a JSON object of at most 1,000 characters.
package struct CustomClaims: Sendable, Hashable {
    package static let longest = 1_000
    /// Names that have a meaning of their own in a token.
    package static let reserved: Set<String> = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]

    /// As it was written.
    package let text: String
    package let members: JSONObject

    /// Throws an `AccountError` if the text is too long, is no JSON object, or uses a reserved name.
    package init(_ text: String) throws(AccountError) {
        guard text.utf16.count <= Self.longest else { throw .refused(.claimsTooLarge) }
        let value: JSONValue
        do { value = try JSONValue(parsing: text.utf8) } catch { throw .refused(.invalidClaims) }
        guard let members = value.object else { throw .refused(.invalidClaims) }
        if let name = members.members.map(\.key).first(where: Self.reserved.contains) {
            throw .refused(.forbiddenClaim, name)
        }
        (self.text, self.members) = (text, members)
    }
}
