import Foundation

/// The kind of a second factor by SMS.
public let PhoneMultiFactorID = "phone"
/// The kind of a second factor by an authenticator app.
public let TOTPMultiFactorID = "totp"

/// A second factor of an account.
public class MultiFactorInfo: @unchecked Sendable {
    // Unchecked, because the class has subclasses. Every stored value here and there is a constant.

    /// The factor's id, by which it is removed or used.
    public let uid: String
    /// The name that the person gave it; nil without.
    public let displayName: String?
    /// When the person added it, by the server's clock.
    public let enrollmentDate: Date
    /// `phone` or `totp`.
    public let factorID: String

    init(uid: String, displayName: String?, enrollmentDate: Date, factorID: String) {
        self.uid = uid
        self.displayName = displayName
        self.enrollmentDate = enrollmentDate
        self.factorID = factorID
    }
}

/// A second factor by SMS.
public final class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// The number.
    ///
    /// A ``MultiFactorResolver`` knows its last four digits alone, with stars for the others.
    public let phoneNumber: String

    init(uid: String, displayName: String?, enrollmentDate: Date, phoneNumber: String) {
        self.phoneNumber = phoneNumber
        super.init(
            uid: uid, displayName: displayName, enrollmentDate: enrollmentDate,
            factorID: PhoneMultiFactorID)
    }
}

/// A second factor by an authenticator app.
public final class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    init(uid: String, displayName: String?, enrollmentDate: Date) {
        super.init(
            uid: uid, displayName: displayName, enrollmentDate: enrollmentDate,
            factorID: TOTPMultiFactorID)
    }
}
