import Crypto

/// A person who has proved the password, and has still to prove the second factor.
///
/// The browser keeps it in the form for the code, so each process with a dashboard can go on with it. It opens nothing.
package struct PendingOperator: Sendable, Hashable {
    /// How long a person may take for the code.
    package static let life = Duration.seconds(300)

    package let name: OperatorName
    package let endsAt: Timestamp
    private let proof: [UInt8]

    /// Made when the person has proved the password.
    package init(_ somebody: StoredOperator, endsAt: Timestamp) {
        (name, self.endsAt) = (somebody.person.name, endsAt)
        proof = Self.proof(of: somebody, endsAt)
    }

    /// Nil unless it was made for a person whose password is still the same.
    ///
    /// `people`: who may sign in, by name.
    package init?(text: String, of people: (OperatorName) -> StoredOperator?) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let name = OperatorName(String(parts[2])), let end = Int64(parts[1]),
            let proof = Base64.decode(parts[0]), let somebody = people(name)
        else { return nil }
        let own = PendingOperator(somebody, endsAt: Timestamp(microseconds: end))
        guard CodeComparison.areEqual(Base64.encodeForURL(proof), Base64.encodeForURL(own.proof)) else { return nil }
        self = own
    }

    /// For a field of the form.
    package var text: String { "\(Base64.encodeForURL(proof))/\(endsAt.microseconds)/\(name)" }

    /// The key is the hash of the password, as in `KnownBrowser`: only processes with a dashboard have it.
    private static func proof(of somebody: StoredOperator, _ end: Timestamp) -> [UInt8] {
        let claim = Array("pending operator \(somebody.person.name.text) \(end.microseconds)".utf8)
        let key = SymmetricKey(data: Array(somebody.password.text.utf8))
        return Array(HMAC<SHA256>.authenticationCode(for: claim, using: key))
    }
}
