import Synchronization
import VerificationCore

/// Apps and their keys as a test wrote them down.
final class FixedDirectory: AppDirectory {
    private let callers: [APIKeyHash: Caller]
    private let away = Atomic(false)

    init(_ keys: [String: Caller]) {
        callers = Dictionary(uniqueKeysWithValues: keys.map { (APIKeyHash(of: $0.key), $0.value) })
    }

    var isAway: Bool {
        get { away.load(ordering: .relaxed) }
        set { away.store(newValue, ordering: .relaxed) }
    }

    func app(_ id: AppID) async throws(StoreProblem) -> App? {
        callers.values.first { $0.app.id == id }?.app
    }

    func caller(keyHash: APIKeyHash) async throws(StoreProblem) -> Caller? {
        guard !isAway else { throw .unavailable }
        return callers[keyHash]
    }
}
