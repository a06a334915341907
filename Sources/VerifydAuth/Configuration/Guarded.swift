import Foundation

/// A value behind a lock: threads of the app and tasks of this library read and change it.
///
/// `Mutex` of the standard library needs newer systems than the oldest that this library runs on.
package final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: only the lock's holder touches the value.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Runs a block as the only one that touches the value.
    ///
    /// The block must neither wait nor call foreign code.
    package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
