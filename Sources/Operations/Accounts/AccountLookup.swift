import AccountCore
import VerificationCore

/// How an operator names the account of a person.
package enum AccountLookup: Sendable {
    case id(LocalID)
    case phone(PhoneNumber)
    case email(EmailAddress)

    var name: AccountName {
        switch self {
        case .id(let id): .id(id)
        case .phone(let phone): .phone(phone.e164)
        case .email(let email): .email(email.text)
        }
    }

    /// What the audit says of it: no whole number, and no address.
    var words: String {
        switch self {
        case .id(let id): "account \(LocalID.shown(id.text))"
        case .phone(let phone): "account of \(phone.masked)"
        case .email: "account of an e-mail address"
        }
    }

    /// To search for a person by a number or an address is more than looking.
    var action: OperatorAction {
        switch self {
        case .id: .look
        case .phone, .email: .unmask
        }
    }
}
