import Foundation
import TestSupport

/// Lends a folder's place where nothing is yet, and removes what is there afterwards.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-app-\(UUID().uuidString)")
    return try await withCleanUp {
        try await body(folder)
    } cleanUp: {
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    }
}
