import AccountCore
import Dispatch
import Synchronization
import VerificationCore

/// The keys that sign tokens, from memory: every token needs a key, and keys change rarely.
///
/// While the store gives no answer, the book goes on with what it knows.
final class SigningKeyBook: Sendable {
    /// A key that another process has made or removed is known after this time at the latest.
    private static let freshness = Duration.seconds(3)
    /// Made-up names of keys make a process ask the store no more often than this.
    private static let pauseForUnknown = Duration.seconds(1)

    /// How long a call waits for newer keys than those that the book knows.
    private static let patience = Duration.milliseconds(250)

    private struct State {
        var keys: [LoadedKey] = []
        /// Keys that are as if they were not there; each was reported once.
        var damaged: [SigningKey] = []
        /// When the store was last asked; nil before.
        var askedAt: Timestamp?
        /// Whether it answered then.
        var isCurrent = false
        /// How often the store was asked, and which of these questions brought what stands above.
        var (questions, answered) = (0, 0)

        var hasNone: Bool { keys.isEmpty && damaged.isEmpty }
    }

    private let store: any SigningKeyStore
    private let keyRing: KeyRing
    private let maker: SigningKeyMaker
    private let report: @Sendable (StoreProblem) -> Void
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let asking = JoinedWork<Void>()
    private let making = JoinedWork<Void>()
    /// A first key that the store has not taken yet, so that a store that takes none costs a single key.
    private let first = Mutex<SigningKey?>(nil)
    private let thread = DispatchQueue(label: "verifyd.signing-keys", qos: .utility)

    init(
        _ store: any SigningKeyStore, keyRing: KeyRing, report: @escaping @Sendable (StoreProblem) -> Void,
        now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.store, self.keyRing, self.report, self.now) = (store, keyRing, report, now)
        maker = SigningKeyMaker(keyRing: keyRing, randomBytes: randomBytes)
    }

    /// All keys, the oldest first; where there is none, the first is made.
    func keys() async throws(WireError) -> [LoadedKey] {
        await refresh(after: Self.freshness)
        if lacksFirst { await making.run { [self] in if lacksFirst { await makeFirst() } } }
        let keys = keysNow
        guard !keys.isEmpty else { throw .unavailable }
        return keys
    }

    /// The key of that name; nil when there is none.
    func key(_ id: String) async throws(WireError) -> LoadedKey? {
        await refresh(after: Self.freshness)
        if let key = keysNow.first(where: { $0.stored.id == id }) { return key }
        await refresh(after: Self.pauseForUnknown)
        if let key = keysNow.first(where: { $0.stored.id == id }) { return key }
        // The key may have been made since the store last answered.
        guard isCurrent else { throw .unavailable }
        return nil
    }

    private var keysNow: [LoadedKey] { state.withLock(\.keys) }

    private var isCurrent: Bool { state.withLock(\.isCurrent) }

    private var lacksFirst: Bool { state.withLock { $0.isCurrent && $0.hasNone } }

    /// Asks the store, unless it was asked a short time ago; whoever knows keys does not wait long for a silent store.
    private func refresh(after pause: Duration) async {
        if isFresh(pause) { return }
        let work: @Sendable () async -> Void = { [self] in if !isFresh(pause) { await ask() } }
        if keysNow.isEmpty {
            await asking.run(work)
        } else {
            await asking.run(waitingAtMost: Self.patience, work)
        }
    }

    /// A book without keys is never fresh: another process may have made the first key just now.
    private func isFresh(_ pause: Duration) -> Bool {
        let now = now()
        return state.withLock { state in
            guard let askedAt = state.askedAt, !state.hasNone else { return false }
            // A clock that was set back makes the book ask again.
            return askedAt <= now && now - askedAt < pause
        }
    }

    private func ask() async {
        let askedAt = now()
        let question = state.withLock { state in
            state.questions += 1
            return state.questions
        }
        let loaded: (keys: [LoadedKey], damaged: [SigningKey])?
        do throws(StoreProblem) {
            loaded = await load(try await store.signingKeys())
        } catch {
            report(error)
            loaded = nil
        }
        state.withLock { state in
            // Where two questions meet: a later question knows a key that was made meanwhile.
            guard question > state.answered else { return }
            (state.answered, state.askedAt, state.isCurrent) = (question, askedAt, loaded != nil)
            if let loaded { (state.keys, state.damaged) = loaded }
        }
    }

    private func load(_ stored: [SigningKey]) async -> (keys: [LoadedKey], damaged: [SigningKey]) {
        let known = state.withLock { $0 }
        var (keys, damaged): ([LoadedKey], [SigningKey]) = ([], [])
        for key in stored {
            if let loaded = known.keys.first(where: { $0.stored == key }) {
                keys.append(loaded)
                continue
            }
            do throws(StoreProblem) {
                keys.append(try await LoadedKey(key, by: keyRing, report: report))
            } catch {
                if !known.damaged.contains(key) { report(error) }
                damaged.append(key)
            }
        }
        return (keys, damaged)
    }

    /// Where two processes meet, the store takes the key of one, and both go on with this key.
    private func makeFirst() async {
        do {
            try await store.addFirst(try await firstKey())
            first.withLock { $0 = nil }
        } catch {
            report(error as? StoreProblem ?? .broken("no signing key can be made: \(error)"))
        }
        await ask()
    }

    private func firstKey() async throws -> SigningKey {
        if let key = first.withLock({ $0 }) { return key }
        let key = try await make(activeFrom: now())
        first.withLock { $0 = key }
        return key
    }

    /// On a thread of its own, for it takes long.
    private func make(activeFrom: Timestamp) async throws -> SigningKey {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { [maker] in
                continuation.resume(with: Result { try maker.make(activeFrom: activeFrom) })
            }
        }
    }
}
