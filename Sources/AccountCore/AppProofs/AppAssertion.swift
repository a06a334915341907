import VerificationCore

/// What a device's key has signed for a call, before anything of it is checked.
package struct AppAssertion: Sendable, Hashable {
    /// No header of this form is longer, in bytes.
    private static let longest = 2_048

    package let keyID: [UInt8]
    /// As the app got it, and has signed it.
    package let challenge: String
    package let signature: [UInt8]
    package let authenticatorData: AuthenticatorData

    /// Reads `KEY.CHALLENGE.ASSERTION`: the key's id and the assertion as Base64, in either alphabet.
    ///
    /// Nil for a text of another form.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let key = Base64.decode(parts[0]), key.count == AttestedKey.idLength,
            let value = Base64.decode(parts[2]).flatMap(CBORValue.init), let signature = value["signature"]?.bytes,
            let data = value["authenticatorData"]?.bytes.flatMap(AuthenticatorData.init)
        else { return nil }
        (keyID, challenge) = (key, String(parts[1]))
        (self.signature, authenticatorData) = (signature, data)
    }

    /// What the app signs for a call: its challenge, a new line, and the number as the call writes it.
    ///
    /// So an assertion that an attacker has seen sends no SMS to another number.
    package func clientData(number: String) -> [UInt8] { Array("\(challenge)\n\(number)".utf8) }
}
