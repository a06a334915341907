import AccountCore
import Synchronization
import VerificationCore

/// Counts the wrong codes with which an account tries to enrol authenticator apps, in this process.
///
/// The caller has the app's secret, so that there is nothing to guess. It bounds what a broken client asks of verifyd.
final class EnrollmentTries: Sendable {
    private struct Owner: Hashable {
        let account: LocalID
        let project: ProjectID
    }

    private static let perAccount = [RateLimit(10, per: .seconds(600))]

    private let counts = Mutex(TryCounts<Owner>())

    /// Counts a try before its code is looked at; throws where there were too many.
    func take(by account: LocalID, in project: ProjectID, at now: Timestamp) throws(AccountError) {
        try counts.withLock { counts throws(AccountError) in
            try counts.take([(guesser: Owner(account: account, project: project), limits: Self.perAccount)], at: now)
        }
    }

    /// The code was right.
    func takeBack(by account: LocalID, in project: ProjectID, countedAt moment: Timestamp) {
        counts.withLock { counts in
            counts.takeBack(
                [(guesser: Owner(account: account, project: project), limits: Self.perAccount)], countedAt: moment)
        }
    }
}
