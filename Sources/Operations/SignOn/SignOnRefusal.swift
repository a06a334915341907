import AccountCore
import VerificationCore

/// Why a person does not come in by single sign-on.
package enum SignOnRefusal: Error, Sendable, Hashable {
    /// The answer fits no sign-in that this browser has begun within the last ten minutes.
    case stale
    /// The provider, or the person there, has said no.
    case denied
    /// The provider gives no answer.
    case unreachable(String)
    /// The provider answers with something that only a change of settings can mend, here or there.
    case unusable(String)
    /// What the browser brings does not prove who the person is.
    case unproven(String)
    /// The provider gives the person none of the values that have a role here.
    ///
    /// The name is the one that the provider tells; `knownAs`: the operator's, where the person is one.
    case noRole(OperatorName, knownAs: OperatorName? = nil)
    /// An admin has switched the person off.
    case switchedOff(OperatorName)
    /// Another operator has the name.
    case nameTaken(OperatorName)
    /// The database gives no answer, and this process does not know the person.
    case storeAway
    /// Too many people sign in at this moment.
    case busy

    init(_ error: SignOnError) {
        switch error {
        case .unreachable(let words): self = .unreachable(words)
        case .unusable(let words): self = .unusable(words)
        case .badCode: self = .unproven("the provider does not take the code")
        case .badToken(let words): self = .unproven(words)
        }
    }

    private static let errors: Set<String> = [
        "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope", "server_error",
        "interaction_required", "login_required", "account_selection_required", "consent_required",
    ]

    /// Of a code in the address bar, which an attacker may have written: only known ones are repeated.
    init(providerError code: String) {
        switch code {
        case "access_denied": self = .denied
        case "temporarily_unavailable": self = .unreachable(code)
        default: self = .unusable(Self.errors.contains(code) ? code : "another error")
        }
    }

    /// The operator whom it is about, where that is proven.
    var person: OperatorName? {
        switch self {
        case .switchedOff(let name): name
        case .noRole(_, let known): known
        case .stale, .denied, .unreachable, .unusable, .unproven, .nameTaken, .storeAway, .busy: nil
        }
    }

    /// For the audit.
    var words: String {
        switch self {
        case .stale: "no sign-in of this browser"
        case .denied: "denied at the provider"
        case .unreachable(let words): "provider gives no answer (\(words))"
        case .unusable(let words): "provider cannot be used (\(words))"
        case .unproven(let words): "not proven (\(words))"
        case .noRole(let name, _): "no role for \(name)"
        case .switchedOff: "switched off"
        case .nameTaken(let name): "the name \(name) is another operator's"
        case .storeAway: "the database gives no answer"
        case .busy: "too many at once"
        }
    }
}
