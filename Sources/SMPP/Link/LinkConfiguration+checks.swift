import NIOCore
import NIOSSL

extension LinkConfiguration {
    /// The TLS context, if the whole configuration can be used; nil without TLS.
    func checkedTLS() throws(SMPPError) -> NIOSSLContext? {
        guard !host.isEmpty, (1...65_535).contains(port) else { throw SMPPError(.invalidConfiguration, "host or port") }
        guard limits.areUsable, connectTimeout > .zero else { throw SMPPError(.invalidConfiguration, "limits") }
        var octets = ByteBuffer()
        try PDU(sequence: 1, .bind(bind)).write(to: &octets)
        guard let tls else { return nil }
        do {
            return try NIOSSLContext(configuration: tls.configuration)
        } catch {
            // What the library says may hold paths and parts of keys.
            throw SMPPError(.invalidConfiguration, "tls")
        }
    }
}
