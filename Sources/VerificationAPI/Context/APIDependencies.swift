import HTTPService
import VerificationCore
import Verifications

/// All that the API needs from outside.
package struct APIDependencies: Sendable {
    package let apps: any AppDirectory
    package let phones: any PhoneNumberParser
    package let ports: VerificationPorts
    package let door: Door

    package init(
        apps: any AppDirectory, phones: any PhoneNumberParser, ports: VerificationPorts, door: Door = Door()
    ) {
        self.apps = apps
        self.phones = phones
        self.ports = ports
        self.door = door
    }
}

extension APIDependencies {
    /// A stored number as an answer may show it.
    func masked(_ e164: String) -> String {
        // A number that newer numbering plans do not know any more is shown by its last digits.
        (try? phones.parse(e164))?.masked ?? "+•••••••" + e164.suffix(2)
    }

    /// Throws the problem for an app that has to wait.
    func admit(_ app: App) throws(Problem) {
        guard let refusal = door.refusal(of: app, at: ports.now()) else { return }
        throw .tooManyRequests(refusal.size, retryAfter: refusal.wait)
    }
}
