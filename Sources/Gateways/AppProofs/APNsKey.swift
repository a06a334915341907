import AccountCore
import Connections
import FoundationEssentials
import StrictJSON
import VerificationCore

/// The key with which a team of developers at Apple shows that it may send pushes to its apps.
package struct APNsKey: Sendable, Concealed {
    private let key: AppleSigningKey
    private let teamID: String

    /// Reads the file that Apple gives developers, `AuthKey_….p8`, once.
    ///
    /// - Parameters:
    ///   - file: holds a key of P-256 in PEM.
    ///   - keyID: the key's name at Apple.
    ///   - teamID: the team's name at Apple.
    /// - Throws: an `APNsKeyError` for a file that is missing, or holds something else.
    package init(file: String, keyID: String, teamID: String) throws(APNsKeyError) {
        // What the libraries say of a file may quote it.
        guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
            throw APNsKeyError(words: "\(file) cannot be read")
        }
        guard let key = AppleSigningKey(pem: String(decoding: bytes, as: UTF8.self), keyID: keyID) else {
            throw APNsKeyError(words: "\(file) is no private key of P-256 in PEM, as Apple gives it in a .p8 file")
        }
        (self.key, self.teamID) = (key, teamID)
    }

    package var description: String { "(key for pushes)" }

    /// A token that shows, for an hour from `moment`, that its maker has the key.
    ///
    /// Nil where the library cannot sign, which it never says of a good key.
    func token(at moment: Timestamp) -> String? {
        key.token(["iss": .string(teamID), "iat": .integer(moment.unixSeconds)])
    }
}

/// Why a file is no key for pushes; the text names the file, and holds nothing of a key.
package struct APNsKeyError: Error, Sendable {
    package let words: String
}
