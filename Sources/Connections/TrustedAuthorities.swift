import NIOSSL

/// The authorities that have to have signed a server's certificate.
package struct TrustedAuthorities: Sendable {
    /// Those that this machine trusts.
    package static let system = TrustedAuthorities(configuration: .makeClientConfiguration())

    /// For a client that checks the whole certificate.
    package let configuration: TLSConfiguration

    private init(configuration: TLSConfiguration) { self.configuration = configuration }

    /// Trusts these certificates and what they have signed.
    ///
    /// `besidesSystem`: whether the authorities that this machine trusts count too.
    package init(_ certificates: [NIOSSLCertificate], besidesSystem: Bool) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if besidesSystem {
            configuration.additionalTrustRoots = [.certificates(certificates)]
        } else {
            configuration.trustRoots = .certificates(certificates)
        }
        self.configuration = configuration
    }

    /// Reads a file with one or more certificates in PEM, once: a renewed file counts after the process has started anew.
    ///
    /// - Throws: a `TrustedAuthoritiesError` for a file that is missing, cannot be read, or holds no certificate.
    package init(file: String, besidesSystem: Bool) throws(TrustedAuthoritiesError) {
        let certificates: [NIOSSLCertificate]
        // What the library says of a file is no sentence.
        do { certificates = try NIOSSLCertificate.fromPEMFile(file) } catch {
            throw TrustedAuthoritiesError(description: "\(file) cannot be read as certificates in PEM")
        }
        self.init(certificates, besidesSystem: besidesSystem)
    }
}

/// Why a file cannot be used; the description names the file.
package struct TrustedAuthoritiesError: Error, Sendable, CustomStringConvertible {
    package let description: String
}
