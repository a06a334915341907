import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Firebase's own SDK for JavaScript in a browser, led here by the two members of the article: its requests, its tokens, its
/// store and its errors are not ours.
@Suite("pages with Firebase's SDK", .serialized, .timeLimit(.minutes(10)))
struct IdentityWebTests {
    @Test("sign people in at a production server over TLS, by phone and with Facebook")
    func pages() async throws {
        try await Self.withFolder { folder in
            let secret = folder.appending(path: "secret").path
            try Data("the-app's-secret\n".utf8).write(to: URL(filePath: secret))
            let graph = try ReservedPort()
            try await withSite { site in
                let keys = try await site.makeProject()
                _ = try await site.run([
                    "projects", "set", keys.project, "--domains", "localhost", "--provider", "facebook.com",
                    "--client-id", "1234567890", "--client-secret-file", secret,
                    "--provider-service", "http://127.0.0.1:\(graph.port)/graph",
                ])
                let surface = try await Self.surface(of: keys, at: site, in: folder)
                var job = surface.caller.job(phones: try await site.testNumbers(6, at: surface))
                let inbox = try await site.operatorCaller(
                    of: surface.process, words: "sandbox inbox listens; nothing is really sent")
                job["people"] = .array([.string(Site.phones(7)[6])])
                (job["inbox"], job["graph"]) = (.string(inbox.base), .integer(Int64(graph.port)))
                close(graph.takeDescriptor())
                try await IdentityScript(name: "web").expectKept(9, job, environment: Self.trust(in: folder))
            }
        }
    }

    /// A surface that speaks TLS, whose SMS the sandbox shows.
    static func surface(of keys: ProjectKeys, at site: Site, in folder: URL) async throws -> Site.Identity {
        let files = try await IdentityClientTests.makeCertificate(in: folder)
        return try await site.identity(
            of: keys,
            settings: [
                "gateway.kind=sandbox", "sandbox.port=0", "identity.certificate=\(files.certificate)",
                "identity.key=\(files.key)",
            ])
    }

    /// With this a script's calls beside the browser's trust the certificate.
    static func trust(in folder: URL) -> [String: String] {
        ["REQUESTS_CA_BUNDLE": folder.appending(path: "own.pem").path]
    }

    /// Lends a folder for the certificate and its key.
    static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}
