import Crypto
import CryptoExtras

/// All that the store keeps of a password: a salt, and what scrypt (RFC 7914) makes of both.
///
/// To try a password costs 16 MiB of memory and about a third of a second, so a copy of the database helps little to
/// guess passwords. A process should try passwords in turn, and not on a thread that others wait for.
package struct PasswordHash: Sendable, Hashable, CustomStringConvertible {
    /// How many bytes of salt `init(of:salt:)` expects.
    package static let saltLength = 16
    /// The cost that new passwords get; an old hash keeps the cost that its text names.
    private static let standard = Cost(logRounds: 14, blockSize: 8, parallelism: 5)
    private static let length = 32

    private struct Cost: Hashable {
        let logRounds: Int
        let blockSize: Int
        let parallelism: Int

        /// What this program is willing to spend: a text that names more is damaged, or an attack.
        var isBearable: Bool {
            (10...15).contains(logRounds) && (1...8).contains(blockSize) && (1...16).contains(parallelism)
        }
    }

    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hides all but the cost.
    package var description: String { "PasswordHash(ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism))" }

    /// Nil when scrypt gets no memory.
    ///
    /// `salt`: `saltLength` random bytes of a generator fit for secrets.
    package init?(of password: String, salt: [UInt8]) {
        guard let hash = Self.hash(password, salt: salt, cost: Self.standard) else { return nil }
        (cost, self.salt, self.hash) = (Self.standard, salt, hash)
    }

    /// Fits no password, and takes as long to compare as the hash of a new password.
    package init(fittingNobodyWith salt: [UInt8]) {
        (cost, self.salt, hash) = (Self.standard, salt, [UInt8](repeating: 0, count: Self.length))
    }

    /// Reads the text that `text` wrote; nil when it is damaged, or names a cost beyond all reason.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Self.cost(parts[2]),
            let salt = Base64.decode(parts[3]), let hash = Base64.decode(parts[4]),
            !salt.isEmpty, hash.count == Self.length
        else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    /// The PHC string format, for example `$scrypt$ln=14,r=8,p=5$…$…`.
    package var text: String {
        let cost = "ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(cost)$\(Base64.encodeForURL(salt))$\(Base64.encodeForURL(hash))"
    }

    /// Whether this is the password; compares in a time that does not reveal where a wrong password differs.
    package func fits(_ password: String) -> Bool {
        guard let other = Self.hash(password, salt: salt, cost: cost) else { return false }
        return CodeComparison.areEqual(Base64.encodeForURL(hash), Base64.encodeForURL(other))
    }

    private static func cost(_ text: Substring) -> Cost? {
        let numbers = zip(["ln=", "r=", "p="], text.split(separator: ",")).compactMap { name, part in
            part.hasPrefix(name) ? Int(part.dropFirst(name.count)) : nil
        }
        guard numbers.count == 3 else { return nil }
        let cost = Cost(logRounds: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
        return cost.isBearable ? cost : nil
    }

    private static func hash(_ password: String, salt: [UInt8], cost: Cost) -> [UInt8]? {
        // It fails only when there is no memory.
        let key = try? KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: length, rounds: 1 << cost.logRounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key?.withUnsafeBytes { Array($0) }
    }
}
