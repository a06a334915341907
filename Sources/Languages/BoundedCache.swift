import Synchronization

/// Remembers answers that never change, as many as it has room for.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let values = Mutex<[Key: Value]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value of before, or the one that `make` finds now.
    ///
    /// Two callers may find the same one at once. A full cache begins anew: what is asked often is back at once, and who
    /// asks for made-up names fills no memory.
    func value(for key: Key, _ make: (Key) -> Value) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let value = make(key)
        values.withLock { values in
            if values.count >= capacity { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
        return value
    }
}
