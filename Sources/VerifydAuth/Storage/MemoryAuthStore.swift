import Foundation

/// A store that forgets everything at the end of the process; for tests and command-line tools.
public final class MemoryAuthStore: AuthStore {
    private let values = Guarded<[String: Data]>([:])

    /// Makes an empty store.
    public init() {}

    /// Returns the value under a key; nil if there is none.
    ///
    /// - Parameter key: any name.
    /// - Returns: the bytes of the last write.
    public func read(_ key: String) -> Data? { values.with { $0[key] } }

    /// Keeps a value under a key.
    ///
    /// - Parameters:
    ///   - value: the bytes; nil to remove the value.
    ///   - key: any name.
    public func write(_ value: Data?, forKey key: String) { values.with { $0[key] = value } }
}
