import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// Everything that the API needs from outside.
package struct APIPorts: Sendable {
    package let apps: any AppDirectory
    package let phones: any PhoneNumberParser
    package let ports: VerificationPorts
    package let receipts: ReceiptIntake
    package let door: Door

    package init(
        apps: any AppDirectory, phones: any PhoneNumberParser, ports: VerificationPorts, receipts: ReceiptIntake,
        door: Door = Door()
    ) {
        self.apps = apps
        self.phones = phones
        self.ports = ports
        self.receipts = receipts
        self.door = door
    }
}

extension APIPorts {
    /// A stored number with most of its digits hidden, as an answer may show it.
    func masked(_ e164: String) -> String {
        // Newer numbering plans may no longer know the number. Then the answer shows its last two digits.
        (try? phones.parse(e164))?.masked ?? "+•••••••" + e164.suffix(2)
    }

    /// The id in the path; for a text that is no UUIDv7 the caller gets the same answer as for an unknown id.
    func verificationID(in context: CallContext) throws(Problem) -> VerificationID {
        guard let id = context.parameters.get("id").flatMap(VerificationID.init) else {
            throw .verificationNotFound
        }
        return id
    }
}
