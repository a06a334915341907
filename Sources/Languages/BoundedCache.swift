import Synchronization

/// Remembers answers that never change, as many as it has room for.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let values = Mutex<[Key: Value]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value from an earlier call, or the value that `make` finds now.
    ///
    /// Two callers at once may both run `make` for the same key. A full cache is emptied: keys that are asked for often
    /// are soon back, and a caller who makes up names does not fill the memory.
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
