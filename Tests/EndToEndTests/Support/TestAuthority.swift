import Foundation
import TestSupport
import Testing

/// A certificate authority of a private network, and a certificate that it has given a server.
struct TestAuthority {
    /// What whoever trusts the network has.
    let authority: String
    let certificate: String
    let key: String

    /// Lends the files; the certificate is for these names, and for this machine.
    static func with<Value>(names: [String], _ body: (TestAuthority) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = await Result.catching { try await body(try await TestAuthority(in: folder, names)) }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    private init(in folder: URL, _ names: [String]) async throws {
        let file = { (name: String) in folder.appending(path: name).path }
        (authority, certificate, key) = (file("authority.pem"), file("server.pem"), file("server.key"))
        try await Self.request(
            ["/CN=a private authority", "-addext", "keyUsage=critical,keyCertSign,cRLSign"], key: file("authority.key"),
            out: authority)
        let subjects = ["IP:127.0.0.1", "DNS:localhost"] + names.map { "DNS:" + $0 }
        try await Self.request(
            [
                "/CN=a server", "-addext", "subjectAltName=" + subjects.joined(separator: ","),
                "-addext", "basicConstraints=critical,CA:FALSE", "-addext", "extendedKeyUsage=serverAuth",
                "-CA", authority, "-CAkey", file("authority.key"),
            ], key: key, out: certificate)
    }

    /// `subject`: the certificate's name, and what else it says.
    private static func request(_ subject: [String], key: String, out: String) async throws {
        let usual = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        ]
        _ = try await ChildProcess.run(
            URL(filePath: "/usr/bin/openssl"), usual + ["-keyout", key, "-out", out, "-subj"] + subject,
            environment: ["PATH": "/usr/bin:/bin"])
    }
}
