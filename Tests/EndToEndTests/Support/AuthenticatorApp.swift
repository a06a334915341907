import Crypto
import Foundation
import Testing

/// A person's authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds.
struct AuthenticatorApp: Sendable {
    private let secret: SymmetricKey

    /// - Parameter text: the secret in Base32, as people type it.
    /// - Throws: for letters that Base32 does not have.
    init(_ text: String) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bits, count, bytes): (UInt32, Int, [UInt8]) = (0, 0, [])
        for letter in text.uppercased() where letter != "=" {
            bits = bits << 5 | UInt32(try #require(alphabet.firstIndex(of: letter)))
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        secret = SymmetricKey(data: bytes)
    }

    /// The code of a step before or after the present one; a server takes each code once.
    func code(step: Int = 0) -> String {
        let counter = UInt64(Int(Date().timeIntervalSince1970) / 30 + step)
        let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        let digest = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: secret))
        let start = Int(digest[19] & 0xF)
        let number = digest[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
