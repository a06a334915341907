import NIOSSL

/// The certificate with which a server speaks TLS, and its key.
package struct ServerTLS: Sendable {
    let configuration: TLSConfiguration

    /// Reads both files as PEM, once: a renewed certificate is used after the process has started anew.
    ///
    /// - Parameters:
    ///   - certificates: the server's certificate, then the certificates that lead to a root.
    ///   - key: the private key of the first certificate, without a password.
    /// - Throws: a `ServerTLSError` when a file is missing or holds something else, or when the two do not belong together.
    package init(certificates: String, key: String) throws(ServerTLSError) {
        let chain: [NIOSSLCertificateSource]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificates).map { .certificate($0) }
        } catch {
            throw ServerTLSError(words: "\(certificates) cannot be read as certificates in PEM")
        }
        let secret: NIOSSLPrivateKey
        do { secret = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw ServerTLSError(words: "\(key) cannot be read as a private key in PEM")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(secret))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw ServerTLSError(words: "\(certificates) and \(key) do not belong together")
        }
        self.configuration = configuration
    }
}

/// Which file cannot be used; the text holds nothing of a key.
package struct ServerTLSError: Error, Sendable {
    package let words: String
}
