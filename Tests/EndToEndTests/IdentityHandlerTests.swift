import Foundation
import Glibc
import StrictJSON
import Testing

/// The page for a captcha in a browser, with a provider's script that nobody here wrote a line of Swift for.
@Suite("the page that an app opens for a captcha", .serialized, .timeLimit(.minutes(10)))
struct IdentityHandlerTests {
    @Test("leads a person back into the app, and nowhere else; it is legible for everybody, and keeps its policy")
    func page() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let port = try ReservedPort()
            try await withSecret { secret in
                let issuer = "http://127.0.0.1:\(port.port)"
                _ = try await site.run([
                    "projects", "set", keys.project, "--captcha", "turnstile:1x00000000000000000000AA",
                    "--captcha-secret-file", secret, "--captcha-script-url", "http://localhost:\(port.port)/api.js",
                    "--callback-schemes", "app-1-1234567890-ios-321abc456def7890", "--proof", "captcha=enforce",
                    "--app-check", "\(issuer),\(issuer)/keys,projects/123456789012", "--proof", "app-check=enforce",
                ])
            }
            let caller = try await site.identity(of: keys).caller
            var job = caller.job()
            job["port"] = .integer(Int64(port.port))
            let screenshots = ProcessInfo.processInfo.environment["VERIFYD_SCREENSHOTS"]
            job["screenshots"] = screenshots.map(JSONValue.string) ?? .null
            close(port.takeDescriptor())
            try await IdentityScript(name: "handler").expectKept(5, job)
            #expect(site.ledger.sms.isEmpty)
        }
    }

    /// Lends a file with a captcha's secret.
    private func withSecret(_ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "verifyd-captcha-\(UUID().uuidString)")
        try Data("1x0000000000000000000000000000000AA\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }
}
