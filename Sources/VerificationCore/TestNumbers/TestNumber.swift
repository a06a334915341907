import Crypto
import FoundationEssentials

/// A number to which nothing is ever sent, with a fixed code: for demos, store reviews and tests.
package struct TestNumber: Sendable, Hashable {
    /// The gateway that a test number's message is recorded at, and whose receipts are of test numbers alone.
    package static let gateway = "test-number"

    /// What happens when a caller asks for a code; without a scenario the message counts as accepted.
    package enum Scenario: String, Sendable, CaseIterable {
        /// The gateway takes the message, and the phone never gets it.
        case undelivered
        /// The gateway takes the message only at the second try.
        case late
        /// No gateway takes the message; the verification fails.
        case gatewayDown = "gateway-down"
        /// Every request gets the answer that a limit is reached.
        case limited
    }

    package let id: VerificationID
    package let phone: PhoneNumber
    package let code: SealedCode
    package let scenario: Scenario?
    /// From this moment on it is a number like any other; nil when it always stays a test number.
    package let expiresAt: Timestamp?

    package init(
        id: VerificationID, phone: PhoneNumber, code: SealedCode, scenario: Scenario? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.phone = phone
        self.code = code
        self.scenario = scenario
        self.expiresAt = expiresAt
    }

    /// Whether it is a test number at that moment.
    package func isValid(at now: Timestamp) -> Bool { expiresAt.map { $0 > now } ?? true }
}

/// The outcome of saving a test number.
package enum SavedTestNumber: Sendable, Hashable {
    /// Saved, as the store keeps it now.
    case saved(TestNumber)
    /// The app has as many test numbers as it may have.
    case tooMany
    /// The app has sent a real SMS to the number.
    case inUse
}

extension KeyRing {
    /// Encrypts a test number's code; it opens only for the same app and number.
    package func seal(code: String, of phone: String, app: AppID) -> SealedCode? {
        guard let key = testNumberKey(named: currentName) else { return nil }
        // AES-GCM fails only for keys of other lengths, which a key ring does not hold.
        let box = try? AES.GCM.seal(Array(code.utf8), using: key, authenticating: Self.owner(phone, in: app))
        return box?.combined.map { SealedCode(keyName: currentName, bytes: Array($0)) }
    }

    /// The code of a test number; nil when the ring lacks its key, or it was sealed for another app or number.
    package func open(_ sealed: SealedCode, of phone: String, app: AppID) -> String? {
        // The bytes are damaged or belong to another number; either way they hold no code for this number.
        guard let key = testNumberKey(named: sealed.keyName), let box = try? AES.GCM.SealedBox(combined: sealed.bytes),
            let code = try? AES.GCM.open(box, using: key, authenticating: Self.owner(phone, in: app))
        else { return nil }
        return String(decoding: code, as: UTF8.self)
    }

    /// The same code under the current key; nil when the ring lacks the key under which it was sealed.
    package func reseal(_ sealed: SealedCode, of phone: String, app: AppID) -> SealedCode? {
        if sealed.keyName == currentName { return sealed }
        return open(sealed, of: phone, app: app).flatMap { seal(code: $0, of: phone, app: app) }
    }

    private static func owner(_ phone: String, in app: AppID) -> [UInt8] { Array("\(app.name) \(phone)".utf8) }
}
