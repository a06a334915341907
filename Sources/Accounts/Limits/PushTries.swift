import AccountCore
import Synchronization
import VerificationCore

/// Counts the silent pushes that devices and projects ask for, in this process.
///
/// The key of an app is public. A stranger must neither wake up a device again and again, nor have Apple's push service
/// refuse verifyd for too many pushes.
final class PushTries: Sendable {
    private enum Asker: Hashable {
        case device([UInt8])
        case project(ProjectID)
    }

    private static let perDevice = [RateLimit(5, per: .seconds(3_600)), RateLimit(20, per: .seconds(86_400))]
    private static let perProject = [RateLimit(10_000, per: .seconds(3_600))]

    private let counts = Mutex(TryCounts<Asker>())

    /// Throws where the device or the project has asked for too many.
    func take(_ receipt: PushReceipt, of project: ProjectID, at now: Timestamp) throws(AccountError) {
        try counts.withLock { counts throws(AccountError) in
            try counts.take(
                [(.device(receipt.device), Self.perDevice), (.project(project), Self.perProject)], at: now)
        }
    }
}
