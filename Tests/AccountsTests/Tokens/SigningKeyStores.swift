import AccountCore
import AccountTesting
import Synchronization
import VerificationCore

/// A store that answers, has no key, and takes none.
final class FullSigningKeys: SigningKeyStore {
    private let keys = Mutex<[SigningKey]>([])

    var offered: [SigningKey] { keys.withLock { $0 } }

    func signingKeys() -> [SigningKey] { [] }

    func add(_ key: SigningKey) throws(StoreError) { throw .unfit("a right is missing") }

    func addFirst(_ key: SigningKey) throws(StoreError) {
        keys.withLock { $0.append(key) }
        throw .unfit("a right is missing")
    }

    func reseal(_ key: SigningKey) -> Bool { false }

    func removeSigningKey(_ id: String) -> Bool { false }
}
