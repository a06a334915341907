import Foundation
import NIOSSL

/// A server's certificate, made for a test by `openssl` and kept in memory only.
package struct TestIdentity {
    package let certificate: NIOSSLCertificate
    /// For a server that shows the certificate.
    package let server: NIOSSLContext
    /// The same for a server that speaks HTTP/2 alone.
    package let http2Server: NIOSSLContext

    /// `names`: as `subjectAltName` has them.
    package init(for names: String = "DNS:localhost,IP:127.0.0.1") throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=\(names)", "-keyout", "-",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let pem = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        certificate = try NIOSSLCertificate(bytes: pem, format: .pem)
        let key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        server = try NIOSSLContext(configuration: configuration)
        configuration.applicationProtocols = ["h2"]
        http2Server = try NIOSSLContext(configuration: configuration)
    }
}
