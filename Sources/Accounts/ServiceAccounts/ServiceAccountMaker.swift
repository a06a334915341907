import AccountCore
import CryptoExtras
import StrictJSON
import VerificationCore

/// Makes keys with which a backend signs custom tokens: RSA of 2,048 bits.
package struct ServiceAccountMaker: Sendable {
    /// A new account with what its backend gets, this once.
    package struct Made: Sendable {
        package let account: ServiceAccount
        /// A service account's file as Google writes it, with the private key; libraries for backends read it as it is.
        package let file: JSONObject
    }

    /// How many digits of the key's name are in the address.
    private static let nameLength = 10

    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// `randomBytes`: makes random bytes with a generator that is good enough for secrets.
    package init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) { self.randomBytes = randomBytes }

    /// Makes a key; this takes a core some tenths of a second.
    package func make(for project: ProjectID, at now: Timestamp) throws -> Made {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let keyID = randomBytes(20).hex
        let email = "verifyd-\(keyID.prefix(Self.nameLength))@\(project).iam.gserviceaccount.com"
        let account = ServiceAccount(
            keyID: keyID, project: project, email: email, publicKey: key.publicKey.pemRepresentation + "\n",
            createdAt: now)
        return Made(account: account, file: file(account, with: key.pkcs8PEMRepresentation + "\n"))
    }

    /// Google's addresses stand in it because libraries refuse a file without them; nothing is asked there for a token.
    private func file(_ account: ServiceAccount, with privateKey: String) -> JSONObject {
        let certificates = "https://www.googleapis.com/robot/v1/metadata/x509/"
        return [
            "type": "service_account", "project_id": .string(account.project.text),
            "private_key_id": .string(account.keyID), "private_key": .string(privateKey),
            "client_email": .string(account.email), "client_id": .string(Self.number(randomBytes(20))),
            "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": "https://oauth2.googleapis.com/token",
            "auth_provider_x509_cert_url": "https://www.googleapis.com/oauth2/v1/certs",
            "client_x509_cert_url": .string(certificates + account.email.replacing("@", with: "%40")),
            "universe_domain": "googleapis.com",
        ]
    }

    /// A number of 21 digits, as Google numbers accounts.
    private static func number(_ random: [UInt8]) -> String { "1" + random.map { "\($0 % 10)" }.joined() }
}

extension [UInt8] {
    /// Two lower-case digits for each byte.
    var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined() }
}
