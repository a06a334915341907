import Foundation

/// Where an app keeps its signed-in user between two starts.
///
/// This library calls it from any thread, one call at a time for each ``Auth``. It keeps small values under a few fixed keys.
/// An error of a read never signs anybody out: the library reads again at the next use. Several processes may share a store: a
/// user who is not there any longer was signed out by another process. A store must not use the `Auth` that calls it.
public protocol AuthStore: Sendable {
    /// Returns the value under a key; nil if there is none.
    ///
    /// - Parameter key: a name in ASCII letters, digits, dots and dashes.
    /// - Returns: the bytes of the last ``write(_:forKey:)``.
    /// - Throws: if it could not be found out, for example while the device is locked.
    func read(_ key: String) throws -> Data?

    /// Puts a value under a key, in the place of the earlier one, as a whole or not at all.
    ///
    /// - Parameters:
    ///   - value: the bytes; nil to remove the value.
    ///   - key: a name in ASCII letters, digits, dots and dashes.
    /// - Throws: if the value may not be there at the next start.
    func write(_ value: Data?, forKey key: String) throws
}
