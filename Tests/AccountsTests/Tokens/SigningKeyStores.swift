import AccountCore
import AccountTesting
import Synchronization
import VerificationCore

/// A store that answers, has no key, and takes none.
final class FullSigningKeys: SigningKeyStore {
    private let keys = Mutex<[SigningKey]>([])

    var offered: [SigningKey] { keys.withLock { $0 } }

    func signingKeys() -> [SigningKey] { [] }

    func add(_ key: SigningKey) throws(StoreProblem) { throw .unfit("a right is missing") }

    func addFirst(_ key: SigningKey) throws(StoreProblem) {
        keys.withLock { $0.append(key) }
        throw .unfit("a right is missing")
    }

    func reseal(_ key: SigningKey) -> Bool { false }

    func removeSigningKey(_ id: String) -> Bool { false }
}

/// A store where a test decides when it takes the first key, and when its second answer arrives.
final class SlowSigningKeys: SigningKeyStore {
    let adding = Gate()
    let secondAnswer = Gate()
    private let store: InMemorySigningKeys
    private let answers = Atomic(0)

    init(_ store: InMemorySigningKeys) { self.store = store }

    func signingKeys() async throws(StoreProblem) -> [SigningKey] {
        let keys = try store.signingKeys()
        if answers.add(1, ordering: .relaxed).newValue == 2 { await secondAnswer.pass() }
        return keys
    }

    func add(_ key: SigningKey) throws(StoreProblem) { try store.add(key) }

    func addFirst(_ key: SigningKey) async throws(StoreProblem) {
        await adding.pass()
        try store.addFirst(key)
    }

    func reseal(_ key: SigningKey) async throws(StoreProblem) -> Bool { try store.reseal(key) }

    func removeSigningKey(_ id: String) throws(StoreProblem) -> Bool { try store.removeSigningKey(id) }
}

/// Lets a call pass when a test opens it.
struct Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let openings = AsyncStream<Void>.makeStream()

    /// For the call: waits until the gate is open.
    func pass() async {
        arrivals.continuation.yield()
        for await _ in openings.stream { return }
    }

    /// For the test: waits until the call has come.
    func reached() async {
        for await _ in arrivals.stream { return }
    }

    func open() { openings.continuation.yield() }
}
