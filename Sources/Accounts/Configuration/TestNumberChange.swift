import AccountCore
import VerificationCore
import Verifications

/// Gives an app exactly the wanted test numbers, or refuses all of them in the wire's words.
struct TestNumberChange {
    let app: App
    let wanted: [TestNumberForm]

    func run(_ ports: AccountPorts) async throws(WireError) {
        let replaced = try await ports.asking { () throws(StoreProblem) in
            try await TestNumbers(ports.verifications).replaceAll(with: wanted, of: app)
        }
        switch replaced {
        case .replaced: return
        case .cannotGetSMS(let phone): throw Self.refusal(phone, "gets no SMS")
        case .inUse(let phone): throw Self.refusal(phone, "has got a real SMS of this app")
        case .tooMany: throw .refused(.maximumTestPhoneNumberExceeded)
        case .keyMissing: throw .unavailable
        }
    }

    /// The number itself is not repeated; its last digits tell which it is.
    private static func refusal(_ phone: PhoneNumber, _ reason: String) -> WireError {
        .refused(.invalidTestingPhoneNumber, "\(phone.masked) \(reason).")
    }
}
