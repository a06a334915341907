import AccountCore
import VerificationCore
import Verifications

/// The codes that a person could type now; only an emulator tells them.
package struct EmulatedCodes: Sendable {
    /// A code with what a client needs to use it.
    package struct Code: Sendable, Hashable {
        package let sessionInfo: String
        package let phone: String
        package let code: String
    }

    /// More are not shown; a developer's tools wait for one number at a time.
    private static let most = 1_000

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// The codes of the project's live verifications, the oldest first; empty in production.
    package func codes(of project: Project) async throws(AccountError) -> [Code] {
        guard ports.policy.mode == .emulator else { return [] }
        let app = try await ports.app(of: project)
        return try await live(app).reversed().compactMap { report in
            guard let code = code(of: report, app),
                let text = SessionInfo.text(for: report.id, of: project.id, askedFrom: nil, by: ports.keyRing)
            else { return nil }
            return Code(sessionInfo: text, phone: report.phone, code: code)
        }
    }

    /// Newest first.
    private func live(_ app: App) async throws(AccountError) -> [VerificationReport] {
        // Resends make a code live longer than the app's time, counted from its first send.
        let oldest = ports.now() - app.rules.codeLife * SendingRules.mostLives - ports.verifications.ids.life
        let filter = VerificationFilter(status: .pending, app: app.id.name, from: oldest)
        var found: [VerificationReport] = []
        var before: VerificationID?
        repeat {
            let page = try await ports.asking { [before] () throws(StoreError) in
                try await ports.verifications.store.verifications(matching: filter, before: before, limit: 200)
            }
            found += page.records.map(\.report)
            before = page.next
        } while before != nil && found.count < Self.most
        return found
    }

    private func code(of report: VerificationReport, _ app: App) -> String? {
        if let number = app.testNumber(report.phone, at: ports.now()) {
            return ports.keyRing.open(number.code, of: report.phone, app: app.id)
        }
        let recipe = CodeRecipe(keyName: ports.keyRing.currentName, digits: app.rules.codeDigits)
        return ports.keyRing.code(recipe, of: report.id)
    }
}
