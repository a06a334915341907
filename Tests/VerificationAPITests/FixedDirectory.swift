import Synchronization
import VerificationCore

/// Apps and their keys as a test wrote them down.
final class FixedDirectory: AppDirectory {
    private let apps: [APIKeyHash: App]
    private let away = Atomic(false)

    init(_ keys: [String: App]) {
        apps = Dictionary(uniqueKeysWithValues: keys.map { (APIKeyHash(of: $0.key), $0.value) })
    }

    var isAway: Bool {
        get { away.load(ordering: .relaxed) }
        set { away.store(newValue, ordering: .relaxed) }
    }

    func app(_ id: AppID) async throws(StoreProblem) -> App? {
        apps.values.first { $0.id == id }
    }

    func app(keyHash: APIKeyHash) async throws(StoreProblem) -> App? {
        guard !isAway else { throw .unavailable }
        return apps[keyHash]
    }
}
