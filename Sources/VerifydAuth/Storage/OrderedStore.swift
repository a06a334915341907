import Foundation

/// The store of an ``Auth`` as this library uses it: one thread at a time, also over several steps.
///
/// Its lock is not a ``Guarded``: a thread may wait here for a disk or the keychain. A step within several takes it again.
final class OrderedStore: AuthStore {
    private let store: any AuthStore
    private let lock = NSRecursiveLock()

    init(_ store: any AuthStore) { self.store = store }

    /// Runs steps between which no other thread uses the store.
    func during<Result>(_ steps: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try steps()
    }

    func read(_ key: String) throws -> Data? { try during { try store.read(key) } }

    func write(_ value: Data?, forKey key: String) throws { try during { try store.write(value, forKey: key) } }
}
