/// Who verifyd is at the operators' provider.
package struct SignOnClient: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let issuer: String
    package let id: String
    /// Nil for a client without one, which PKCE alone protects.
    package let secret: String?

    package init(issuer: String, id: String, secret: String?) {
        (self.issuer, self.id, self.secret) = (issuer, id, secret)
    }

    package var description: String { "(client \(id) of \(issuer))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
