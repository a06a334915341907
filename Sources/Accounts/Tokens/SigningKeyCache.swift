import AccountCore
import Dispatch
import Synchronization
import VerificationCore

/// The keys that sign tokens, from memory: every token needs a key, and keys change rarely.
final class SigningKeyCache: Sendable {
    private struct Content: Sendable {
        var keys: [LoadedKey] = []
        /// Keys that are as if they were not there; each was reported once.
        var damaged: [SigningKey] = []

        var hasNone: Bool { keys.isEmpty && damaged.isEmpty }
    }

    private let store: any SigningKeyStore
    private let cache: SettingsCache<Content>
    private let maker: SigningKeyMaker
    private let report: @Sendable (StoreError) -> Void
    private let now: @Sendable () -> Timestamp
    private let making = JoinedWork<Void>()
    /// A first key that the store has not taken yet, so that a store that takes none costs a single key.
    private let first = Mutex<SigningKey?>(nil)
    private let thread = DispatchQueue(label: "verifyd.signing-keys", qos: .utility)

    init(
        _ store: any SigningKeyStore, watch: any ChangeKnowledge, keyRing: KeyRing,
        report: @escaping @Sendable (StoreError) -> Void, now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.store, self.report, self.now) = (store, report, now)
        maker = SigningKeyMaker(keyRing: keyRing, randomBytes: randomBytes)
        cache = SettingsCache(.signingKeys, watchedBy: watch, report: report) { known throws(StoreError) in
            await Self.load(try await store.signingKeys(), knowing: known ?? Content(), with: keyRing, report: report)
        }
    }

    /// All keys, the oldest first; where there is none, the first is made.
    func keys() async throws(AccountError) -> [LoadedKey] {
        var content = try await content()
        if content.hasNone, cache.isCurrent {
            await making.run { [self] in await makeFirst() }
            content = try await self.content()
        }
        guard !content.keys.isEmpty else { throw .unavailable }
        return content.keys
    }

    /// The key of that name; nil when there is none.
    func key(_ id: String) async throws(AccountError) -> LoadedKey? {
        if let key = try await content().keys.first(where: { $0.stored.id == id }) { return key }
        // The key may have been made since the store last answered.
        guard cache.isCurrent else { throw .unavailable }
        return nil
    }

    private func content() async throws(AccountError) -> Content {
        do throws(StoreError) { return try await cache.content() } catch { throw .unavailable }
    }

    private static func load(
        _ stored: [SigningKey], knowing known: Content, with keyRing: KeyRing,
        report: @escaping @Sendable (StoreError) -> Void
    ) async -> Content {
        var content = Content()
        for key in stored {
            if let loaded = known.keys.first(where: { $0.stored == key }) {
                content.keys.append(loaded)
                continue
            }
            do throws(StoreError) {
                content.keys.append(try await LoadedKey(key, by: keyRing, report: report))
            } catch {
                if !known.damaged.contains(key) { report(error) }
                content.damaged.append(key)
            }
        }
        return content
    }

    /// Where two processes meet, the store takes the key of one, and both go on with this key.
    private func makeFirst() async {
        do {
            try await store.addFirst(try await firstKey())
            first.withLock { $0 = nil }
        } catch {
            report(error as? StoreError ?? .broken("no signing key can be made: \(error)"))
        }
        // A store that gives no answer now is asked again by the next call.
        _ = try? await cache.latest()
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
