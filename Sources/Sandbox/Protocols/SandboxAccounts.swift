import SMPP
import VerificationCore

/// Who may send through the protocols; the defaults are made up, and no secrets.
package struct SandboxAccounts: Sendable {
    package static let standardTwilioAccount = "AC" + String(repeating: "0", count: 32)
    package static let standardAccount = "sandbox"
    package static let standardSecret = "sandbox"
    package static let standardWebhookSecret = "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt"

    package let twilioAccount: String
    /// Vonage's API key, and the `system_id` of SMPP.
    package let account: String
    /// Twilio's auth token, Vonage's API secret and signature secret, and the password of SMPP.
    let secret: String
    let webhook: WebhookSignature

    /// Throws what the protocols cannot carry.
    package init(
        twilioAccount: String = standardTwilioAccount, account: String = standardAccount,
        secret: String = standardSecret, webhookSecret: String = standardWebhookSecret
    ) throws(SandboxAccountsError) {
        guard twilioAccount.hasPrefix("AC"), twilioAccount.utf8.count == 34,
            twilioAccount.dropFirst(2).utf8.allSatisfy(\.isHexDigit)
        else { throw .twilioAccount }
        guard (1...15).contains(account.utf8.count), account.utf8.allSatisfy(\.isVisible) else { throw .account }
        guard (1...BindRequest.longestPassword).contains(secret.utf8.count), secret.utf8.allSatisfy(\.isVisible)
        else { throw .secret }
        guard let webhook = WebhookSignature(secret: webhookSecret) else { throw .webhookSecret }
        self.twilioAccount = twilioAccount
        self.account = account
        self.secret = secret
        self.webhook = webhook
    }

    /// Whether a name and a secret are these, in a time that does not show where they differ.
    func accepts(_ name: String, secret: String, as account: String) -> Bool {
        let isName = CodeComparison.areEqual(name, account)
        return CodeComparison.areEqual(secret, self.secret) && isName
    }
}

extension SandboxAccounts: CustomStringConvertible, CustomReflectable {
    /// Shows no secret.
    package var description: String { "accounts of the sandbox" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
    fileprivate var isVisible: Bool { (0x21...0x7E).contains(self) }
}

/// What is wrong with an account.
package enum SandboxAccountsError: Error, Sendable, Hashable {
    /// Twilio's accounts are `AC` and 32 hexadecimal digits.
    case twilioAccount
    /// A `system_id` of SMPP has 1 to 15 visible ASCII characters.
    case account
    /// A password of SMPP has 1 to 8 visible ASCII characters.
    case secret
    /// `whsec_` and the Base64 of 24 to 64 bytes.
    case webhookSecret
}
