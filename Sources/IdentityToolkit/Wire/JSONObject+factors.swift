import AccountCore
import Accounts
import StrictJSON
import VerificationCore

extension JSONObject {
    /// The second factors of an account, as its owner and administrators see them.
    static func factorEntries(of account: Account) -> [JSONValue] { account.factors.map { entry($0, isMasked: false) } }

    /// What a caller gets who has proved the first factor: a credential to go on with, and the factors to choose from.
    ///
    /// Of a number the caller sees the last four digits.
    mutating func setPending(_ pending: PendingSignIn) {
        set("mfaPendingCredential", to: pending.credential)
        self["mfaInfo"] = .array(pending.account.factors.map { Self.entry($0, isMasked: true) })
    }

    private static func entry(_ factor: SecondFactor, isMasked: Bool) -> JSONValue {
        var entry: JSONObject = ["mfaEnrollmentId": .string(factor.id)]
        entry.set("displayName", to: factor.displayName)
        entry.set("enrolledAt", to: factor.enrolledAt.rfc3339)
        switch factor.kind {
        case .phone(let number):
            entry.set("phoneInfo", to: isMasked ? masked(number) : number)
            entry.set("unobfuscatedPhoneInfo", to: isMasked ? nil : number)
        case .totp: entry["totpInfo"] = .object(JSONObject())
        }
        return .object(entry)
    }

    /// A number with a star for each digit but the last four.
    private static func masked(_ number: String) -> String {
        let digits = number.count { $0.isNumber }
        var seen = 0
        return String(
            number.map { letter in
                guard letter.isNumber else { return letter }
                seen += 1
                return seen > digits - 4 ? letter : "*"
            })
    }
}
