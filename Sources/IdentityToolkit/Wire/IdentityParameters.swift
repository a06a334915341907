import AccountCore

/// What a call says of an identity at another provider, in the form of an address that a provider led the app back to.
///
/// The body's form comes over the query of the address, and its fragment over both.
struct IdentityParameters: Sendable {
    private var values: [String: String] = [:]

    /// Throws an `AccountError` for a missing address, and for a text that is none.
    init(requestURI: String?, postBody: String?) throws(AccountError) {
        guard let requestURI else { throw .refused(.missingRequestURI) }
        guard AbsoluteURI.isWellFormed(requestURI) else { throw .refused(.invalidRequestURI) }
        let parts = requestURI.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        for text in [query, postBody.map { $0[...] }, parts.dropFirst().first] { add(text ?? "") }
    }

    /// The first value of the name in the last place that has the name; nil where it is missing or empty.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    private mutating func add(_ form: Substring) {
        var found: [String: String] = [:]
        for field in form.split(separator: "&") {
            let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(halves[0])
            if found[name] == nil { found[name] = halves.count > 1 ? Self.decoded(halves[1]) : "" }
        }
        values.merge(found) { $1 }
    }

    /// Reads a name or value, encoded or not; a `%` that begins no escape stands for itself.
    ///
    /// The SDK for iOS writes values as they are, other SDKs encode them. Every encoder escapes a brace, a quotation mark and
    /// a space. So a value with one of them was not encoded, and its `+` is a plus.
    private static func decoded(_ text: Substring) -> String {
        if text.contains(where: { "{\" ".contains($0) }) { return String(text) }
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = hex(rest.prefix(2)) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil for anything but two digits.
    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == 2 else { return nil }
        return UInt8(values[0] * 16 + values[1])
    }
}

extension IdentityParameters {
    /// What the call brings to show who the person is.
    ///
    /// Throws an `AccountError` for a call that names no provider.
    func presented() throws(AccountError) -> PresentedIdentity {
        guard let provider = (self["providerId"]?.lowercased()).flatMap(ProviderID.init) else {
            throw .refused(
                .invalidCredentialOrProviderID, "Invalid IdP response/credential: it names no providerId.")
        }
        var presented = PresentedIdentity(provider)
        (presented.idToken, presented.accessToken) = (self["id_token"], self["access_token"])
        (presented.nonce, presented.samlResponse) = (self["nonce"], self["SAMLResponse"])
        return presented
    }
}
