import Foundation

/// A store in files of a folder that only its owner may read.
///
/// Several processes may share a folder. A reader gets a whole value, the earlier or the later one.
public struct FileAuthStore: AuthStore {
    /// The folder, which the first write makes.
    public let folder: URL

    /// Makes a store; nothing is read or written yet.
    ///
    /// - Parameter folder: where the files are. Two apps need two folders.
    public init(folder: URL) { self.folder = folder }

    /// Makes a store in the usual place for this program: a subfolder with the program's name of `$XDG_DATA_HOME`, or of
    /// `~/.local/share` without that variable.
    public init() {
        let environment = ProcessInfo.processInfo.environment
        let home = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
        // The specification of these folders has programs ignore a path that does not begin at the root.
        let named = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let base = named.map { URL(fileURLWithPath: $0, isDirectory: true) }
        folder = (base ?? home.appendingPathComponent(".local/share", isDirectory: true))
            .appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
    }

    /// Returns the bytes of a key's file; nil if there is none.
    ///
    /// - Parameter key: the file's name.
    /// - Returns: the bytes of the last write.
    /// - Throws: if the file is there and cannot be read.
    public func read(_ key: String) throws -> Data? {
        do {
            return try Data(contentsOf: file(key))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }

    /// Writes a key's file as a whole, with the mode 0600.
    ///
    /// The folder gets the mode 0700 when it is made. After an error, the earlier value is still there.
    ///
    /// - Parameters:
    ///   - value: the bytes; nil to remove the file.
    ///   - key: the file's name.
    /// - Throws: if the disk is full or the folder may not be written.
    public func write(_ value: Data?, forKey key: String) throws {
        let file = try file(key)
        defer { removeOldDrafts(of: key) }
        guard let value else {
            guard unlink(file.path) == 0 || errno == ENOENT else { throw Self.lastError() }
            return
        }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = folder.appendingPathComponent(".\(key).\(UUID().uuidString)")
        do {
            try write(value, toNew: draft)
            guard rename(draft.path, file.path) == 0 else { throw Self.lastError() }
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    /// The bytes are on the disk afterwards, so that a power cut after the change of name leaves no empty file.
    private func write(_ value: Data, toNew draft: URL) throws {
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.lastError() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: value)
        try handle.synchronize()
        try handle.close()
    }

    /// A process that was killed in the middle of a write has left a file with tokens behind.
    private func removeOldDrafts(of key: String) {
        // A folder that is not there has no drafts, and a draft that cannot be removed now may go the next time.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in files where name.hasPrefix(".\(key).") {
            let draft = folder.appendingPathComponent(name)
            // As above.
            let values = try? draft.resourceValues(forKeys: [.contentModificationDateKey])
            // No write takes a minute. A younger draft may be another process's.
            let age = abs(values?.contentModificationDate?.timeIntervalSinceNow ?? 0)
            if age > 60 { unlink(draft.path) }
        }
    }

    /// A name that could leave the folder is refused.
    private func file(_ key: String) throws -> URL {
        let isName = key.utf8.allSatisfy { byte in
            switch UInt8(byte) {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isName, !key.isEmpty, !key.hasPrefix(".") else { throw POSIXError(.EINVAL) }
        return folder.appendingPathComponent(key, isDirectory: false)
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
