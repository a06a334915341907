import Crypto
import FoundationEssentials

/// The secrets that codes and ids are derived from.
///
/// New work uses the first key. An older key stays in the ring as long as anything that was made with it is alive. So
/// an operator can change the key, and no person has to start a verification again.
package struct KeyRing: Sendable, CustomStringConvertible, CustomReflectable {
    private struct Keys: Sendable {
        let code: PreparedMAC
        let identifier: PreparedMAC
        let testNumber: SymmetricKey
        let endpoint: SymmetricKey
        let identity: SymmetricKey
    }

    /// All that shows when the ring is printed, also as part of another value.
    package var description: String { "KeyRing(\(currentName))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The name of the key that new verifications use.
    package let currentName: String
    private let current: Keys
    private let keys: [String: Keys]

    /// Reads `name:secret` entries separated by commas, the current key first; a secret is Base64 of at least 32 bytes.
    ///
    /// White space around names, secrets and commas is ignored.
    package init(_ text: String) throws(KeyRingError) {
        var keys: [String: Keys] = [:]
        var first: (name: String, keys: Keys)?
        for entry in text.split(separator: ",") {
            let parts = entry.split(separator: ":", maxSplits: 1).map(\.withoutSpaceAround)
            guard parts.count == 2, (1...16).contains(parts[0].utf8.count) else { throw .malformed }
            let name = String(parts[0])
            guard let secret = Base64.decode(parts[1]), secret.count >= 32 else { throw .weakSecret(name: name) }
            guard keys[name] == nil else { throw .repeatedName(name) }
            let derived = Self.derive(from: SymmetricKey(data: secret))
            keys[name] = derived
            first = first ?? (name, derived)
        }
        guard let first else { throw .malformed }
        (currentName, current, self.keys) = (first.name, first.keys, keys)
    }

    /// Whether the ring holds a key of that name.
    package func holds(_ name: String) -> Bool { keys[name] != nil }

    /// Derives separate keys for codes and ids, so that neither key reveals anything about the other.
    private static func derive(from secret: SymmetricKey) -> Keys {
        let derive: (String, SymmetricKey) -> SymmetricKey = { purpose, secret in
            SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8), using: secret))
        }
        let identifier = derive("verifyd identifier 1", secret)
        return Keys(
            code: PreparedMAC(derive("verifyd code 1", secret)), identifier: PreparedMAC(identifier),
            testNumber: derive("verifyd test number 1", identifier),
            endpoint: derive("verifyd event endpoint 1", identifier),
            identity: derive("verifyd identity 1", identifier))
    }

    /// The code of a verification, the same on every worker and in every try; nil when the ring lacks the key.
    ///
    /// It is the truncation of HMAC-SHA-256 of the verification's id.
    package func code(_ recipe: CodeRecipe, of verification: VerificationID) -> String? {
        keys[recipe.keyName].map { DynamicTruncation.digits(recipe.digits, of: $0.code.code(for: verification.bytes)) }
    }

    /// Makes an id that `signed` recognises, from a time and 64 random bits.
    ///
    /// `isOfKey`: whether the random bits and the time come from an idempotency key.
    package func makeID(
        for app: AppID, at time: Timestamp, random: UInt64, isOfKey: Bool = false
    ) -> VerificationID {
        let high = UInt64(time.milliseconds) << 16 | 0x7000 | random & 0xFFF
        let chance = random >> 12 & 0x1F_FFFF_FFFF | (isOfKey ? VerificationID.markOfKey >> 24 : 0)
        let tag = tag(app, high: high, chance: chance, by: current.identifier)
        return VerificationID(high: high, low: 0b10 << 62 | chance << 24 | tag)
    }

    /// Whether the id was made with this ring for this app.
    ///
    /// So the API distinguishes a request that is still in the queue from a made-up id, without asking the store. A
    /// guess is right once in 16 million, and then the caller learns only the status `queued`.
    package func signed(_ id: VerificationID, for app: AppID) -> Bool {
        let chance = id.low >> 24 & 0x3F_FFFF_FFFF
        return keys.values.contains { tag(app, high: id.high, chance: chance, by: $0.identifier) == id.low & 0xFF_FFFF }
    }

    var currentIdentifierKey: PreparedMAC { current.identifier }

    func identifierKey(named name: String) -> PreparedMAC? { keys[name]?.identifier }

    func testNumberKey(named name: String) -> SymmetricKey? { keys[name]?.testNumber }

    func endpointKey(named name: String) -> SymmetricKey? { keys[name]?.endpoint }

    func identityKey(named name: String) -> SymmetricKey? { keys[name]?.identity }

    private func tag(_ app: AppID, high: UInt64, chance: UInt64, by key: PreparedMAC) -> UInt64 {
        let unsigned = VerificationID(high: high, low: chance).bytes
        let mac = key.code(for: unsigned + Array(app.name.utf8))
        return mac.prefix(3).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}

extension Substring {
    fileprivate var withoutSpaceAround: Substring {
        var text = drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension KeyRing {
    /// What a typed code is compared with.
    package enum ExpectedCode: Sendable {
        case made(CodeRecipe)
        /// The code that a caller or an operator has set for a test number.
        case set(String)
        /// Nothing is right: the verification is unknown, has ended, or its test number is gone.
        case nothing
    }

    /// Whether the person typed the right code; nil when the ring lacks the recipe's key.
    ///
    /// The work is the same in every case: one derivation, and one comparison of the same length. So the time does not
    /// reveal where a wrong code differs, or whether the verification exists.
    package func isCode(_ typed: String, of verification: VerificationID, expected: ExpectedCode) -> Bool? {
        var recipe = CodeRecipe(keyName: currentName, digits: CodeRecipe.lengths.upperBound)
        if case .made(let own) = expected { recipe = own }
        guard let derived = code(recipe, of: verification) else { return nil }
        let right: String
        let canBeRight: Bool
        switch expected {
        case .made: (right, canBeRight) = (derived, true)
        case .set(let code): (right, canBeRight) = (code, true)
        case .nothing: (right, canBeRight) = (derived, false)
        }
        return CodeComparison.areEqual(typed, right, places: CodeRecipe.lengths.upperBound) && canBeRight
    }
}

extension KeyRing {
    /// Encrypts the secret of an app's endpoint for events; it opens only for the same app.
    package func seal(endpointSecret secret: String, of app: AppID) -> SealedCode? {
        guard let key = endpointKey(named: currentName) else { return nil }
        // AES-GCM fails only for keys of other lengths, which a key ring does not hold.
        let box = try? AES.GCM.seal(Array(secret.utf8), using: key, authenticating: Array(app.name.utf8))
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// The secret of an app's endpoint; nil when the ring lacks its key, or it was sealed for another app.
    package func open(endpointSecret sealed: SealedCode, of app: AppID) -> String? {
        // The bytes are damaged or belong to another app; either way they hold no secret of this app.
        guard let key = endpointKey(named: sealed.keyName), let box = try? AES.GCM.SealedBox(combined: sealed.bytes),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Array(app.name.utf8))
        else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }

    /// The same secret under the current key; nil when the ring lacks the key under which it was sealed.
    package func reseal(endpointSecret sealed: SealedCode, of app: AppID) -> SealedCode? {
        if sealed.keyName == currentName { return sealed }
        return open(endpointSecret: sealed, of: app).flatMap { seal(endpointSecret: $0, of: app) }
    }
}

/// What is wrong with a key ring's text; it never holds a secret.
package enum KeyRingError: Error, Sendable, Hashable {
    case malformed
    case weakSecret(name: String)
    case repeatedName(String)
}

/// HMAC-SHA-256 with a key that was taken in beforehand, which halves the work for a short text.
struct PreparedMAC: Sendable {
    private let ready: HMAC<SHA256>

    init(_ key: SymmetricKey) {
        ready = HMAC(key: key)
    }

    /// The authentication code of a text: 32 bytes.
    func code(for text: [UInt8]) -> [UInt8] {
        var mac = ready
        mac.update(data: text)
        return Array(mac.finalize())
    }
}
