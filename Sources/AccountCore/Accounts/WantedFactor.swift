import VerificationCore

/// A second factor of an account as the caller wrote it, before verifyd checks it.
///
/// An administrator names factors like this; nobody has proved them.
package struct WantedFactor: Sendable, Hashable {
    package var id: String?
    package var phone: String?
    package var displayName: String?
    package var enrolledAt: Timestamp?
    /// Whether it is an authenticator app: an administrator may keep an app, and neither reads nor sets its secret.
    package var isApp = false

    package init() {}
}

extension [WantedFactor] {
    /// The factors that an account shall have in place of those that it has.
    ///
    /// A number that stands twice counts once. An app that the list does not name goes.
    ///
    /// - Parameters:
    ///   - present: what the account has.
    ///   - now: when a new factor counts as enrolled that does not say it.
    ///   - number: makes a number E.164; throws an `AccountError` for a text that is no number.
    /// - Returns: the factors, in the order of the list.
    /// - Throws: an `AccountError` if one of them can be no factor, or if there are too many.
    package func factors(
        insteadOf present: [SecondFactor], at now: Timestamp,
        number: (String) throws(AccountError) -> String
    ) throws(AccountError) -> [SecondFactor] {
        var factors: [SecondFactor] = []
        for wanted in self {
            let phone = try wanted.number(number)
            guard phone == nil || !factors.contains(where: { $0.phone == phone }) else { continue }
            let factor = try wanted.factor(phone, insteadOf: present, at: now)
            guard !factors.contains(where: { $0.id == factor.id }) else { throw .refused(.duplicateMFAEnrollmentID) }
            guard factors.count < SecondFactor.mostPerAccount else { throw .refused(.secondFactorLimitExceeded) }
            factors.append(factor)
        }
        return factors
    }

    /// The list with names that nobody can guess, in place of those that it has.
    package func renamed(_ newID: () -> String) -> [WantedFactor] {
        map { wanted in
            var wanted = wanted
            wanted.id = newID()
            return wanted
        }
    }
}

extension WantedFactor {
    /// Nil for an app.
    fileprivate func number(
        _ number: (String) throws(AccountError) -> String
    ) throws(AccountError) -> String? {
        if isApp, phone == nil { return nil }
        do throws(AccountError) {
            return try number(phone ?? "")
        } catch {
            guard case .refused(.invalidPhoneNumber, let words) = error else { throw error }
            throw .refused(.invalidMFAPhoneNumber, words)
        }
    }

    fileprivate func factor(
        _ phone: String?, insteadOf present: [SecondFactor], at now: Timestamp
    ) throws(AccountError) -> SecondFactor {
        guard let id, !id.isEmpty else { throw Self.badID("mfaEnrollmentId must be defined.") }
        guard SecondFactor.canHave(id) else { throw Self.badID("mfaEnrollmentId is too long or malformed.") }
        if let words = Profile.excess(name: displayName, photoURL: nil) {
            throw .refused(.invalidProfileAttribute, words)
        }
        let former = present.first { $0.id == id }
        if let phone {
            let enrolledAt = enrolledAt ?? (former?.phone == nil ? nil : former?.enrolledAt)
            return SecondFactor(id, kind: .phone(phone), displayName: displayName, enrolledAt: enrolledAt ?? now)
        }
        guard var app = former, app.phone == nil else {
            throw Self.badID("The account has no authenticator app of this mfaEnrollmentId.")
        }
        app.displayName = displayName
        return app
    }

    private static func badID(_ words: String) -> AccountError { .refused(.invalidMFAEnrollmentID, words) }
}
