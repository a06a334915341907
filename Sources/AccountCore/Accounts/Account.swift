import VerificationCore

/// Somebody who signs in to an app.
package struct Account: Sendable, Hashable {
    package let id: LocalID
    /// E.164; a number belongs to one account of a project.
    package var phone: String?
    /// An address belongs to one account of a project; it is kept in lower-case letters, whoever sets it.
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
    package var customClaims: CustomClaims?
    /// In whole seconds: tokens that were made before are no longer good.
    package var validSince: Timestamp
    package var createdAt: Timestamp
    /// Moved by a sign-in and by linking a phone, and by no refresh; nil for an account that nobody has signed in to.
    package var lastSignInAt: Timestamp?
    package var lastRefreshAt: Timestamp?

    package init(_ id: LocalID, createdAt: Timestamp) {
        self.id = id
        self.createdAt = createdAt
        validSince = createdAt.wholeSecond
    }

    /// The ways in which somebody can sign in to it, in the order of the wire.
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
