import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore
import Verifications

/// Everything that the API needs from outside.
package struct APIPorts: Sendable {
    package let apps: any AppDirectory
    package let phones: any PhoneNumberParser
    package let ports: VerificationPorts
    /// Hears of the changes for which callers wait.
    package let watch: StatusWatch
    /// What keys of the scope `admin` do with test numbers; it leaves lines in the audit.
    package let testNumbers: TestNumberService
    /// What keys of the scope `admin` do with what is on record of phones; it leaves lines in the audit.
    package let verifications: VerificationService
    package let receipts: ReceiptIntake
    package let throttle: CallThrottle

    package init(
        apps: any AppDirectory, phones: any PhoneNumberParser, ports: VerificationPorts,
        watch: StatusWatch, testNumbers: TestNumberService, verifications: VerificationService,
        receipts: ReceiptIntake, throttle: CallThrottle = CallThrottle()
    ) {
        self.apps = apps
        self.phones = phones
        self.ports = ports
        self.watch = watch
        self.testNumbers = testNumbers
        self.verifications = verifications
        self.receipts = receipts
        self.throttle = throttle
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

extension APIPorts {
    /// The app whose key the call carries in `Authorization: Bearer`; the API reads no key anywhere else.
    ///
    /// Throws `unauthorized` without a live key, and `insufficientScope` when the key's scope does not include `scope`.
    func app(calling request: Request, in scope: KeyScope = .send) async throws -> App {
        try await caller(of: request, in: scope).app
    }

    /// The app whose key of scope `admin` the call carries, and the key as the audit names it.
    func administrator(calling request: Request) async throws -> (app: App, person: Operator) {
        let (app, key) = try await caller(of: request, in: .admin)
        return (app, .backend(with: key))
    }

    private func caller(of request: Request, in scope: KeyScope) async throws -> (app: App, key: APIKeyHash) {
        let text = request.headers.text(of: .authorization).flatMap(Self.bearerToken)
        guard let key = text.map({ APIKeyHash(of: $0) }), let caller = try await apps.caller(keyHash: key) else {
            throw Problem.unauthorized
        }
        guard caller.scope.includes(scope) else { throw Problem.insufficientScope(scope) }
        return (caller.app, key)
    }

    private static func bearerToken(_ field: String) -> String? {
        let words = field.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
        guard words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count <= 256 else { return nil }
        return String(words[1])
    }

    /// Counts the call for the throttle; throws the problem when the app has to wait.
    func admit(_ app: App) throws(Problem) {
        guard let refusal = throttle.refusal(of: app, at: ports.now()) else { return }
        throw .tooManyRequests(refusal.size, retryAfter: refusal.wait)
    }
}
