import AccountCore
import StrictJSON
import VerificationCore
import Verifications

/// What has to happen so that an app has exactly the wanted test numbers.
///
/// A number whose code stays is not touched: it keeps what other surfaces know of it, such as its scenario.
struct TestNumberChange {
    private let app: App
    private let removed: [TestNumber]
    private let saved: [TestNumberForm]
    private let count: Int

    init(from before: ProjectConfiguration, to wanted: [TestNumberForm]) {
        app = before.app
        let phones = Set(wanted.map(\.phone))
        removed = before.numbers.map(\.number).filter { !phones.contains($0.phone) }
        saved = wanted.filter { form in
            !before.numbers.contains { $0.number.phone == form.phone && $0.code == form.code }
        }
        count = wanted.count
    }

    /// Removes before it adds, because an app has a limited number of them; a refused number leaves what is done.
    func run(_ ports: AccountPorts) async throws(WireError) {
        guard count <= app.rules.maxTestNumbers else { throw .refused(.maximumTestPhoneNumberExceeded) }
        if let number = saved.first(where: \.phone.kind.cannotGetSMS) { throw Self.refusal(number, "gets no SMS") }
        let numbers = TestNumbers(ports.verifications)
        for number in removed {
            _ = try await ports.asking { () throws(StoreProblem) in try await numbers.remove(number.id, of: app) }
        }
        for form in saved {
            let saved = try await ports.asking { () throws(StoreProblem) in try await numbers.save(form, of: app) }
            switch saved {
            case .saved: continue
            case .cannotGetSMS: throw Self.refusal(form, "gets no SMS")
            case .inUse: throw Self.refusal(form, "has got a real SMS of this app")
            case .tooMany: throw .refused(.maximumTestPhoneNumberExceeded)
            case .keyMissing: throw .unavailable
            }
        }
    }

    /// The number itself is not repeated; its last digits tell which it is.
    private static func refusal(_ form: TestNumberForm, _ reason: String) -> WireError {
        .refused(.invalidTestingPhoneNumber, "\(form.phone.masked) \(reason).")
    }
}
