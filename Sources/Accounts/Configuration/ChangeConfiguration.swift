import AccountCore
import StrictJSON
import VerificationCore
import Verifications

/// Changes a project's configuration: members of the project, and rules and test numbers of its app.
///
/// The app's regions and test numbers belong to other surfaces too. So they change only where the caller names them,
/// also in a change of all members.
package struct ChangeConfiguration: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Checks everything, and then saves the app's part before the project's.
    ///
    /// A store that fails in between leaves a part of the change behind. The same call does the rest.
    ///
    /// - Parameters:
    ///   - update: the members as the caller wrote them.
    ///   - mask: which members are changed; nil for all members, where a missing member gets its default.
    ///   - project: whose.
    /// - Returns: the whole configuration as the wire shows it.
    /// - Throws: the wire's word for a configuration that a project cannot have.
    package func change(
        _ update: JSONObject, mask: FieldMask?, of project: Project
    ) async throws(WireError) -> JSONObject {
        // The book may be seconds old. A change of another process is in the store before it is in this book.
        let latest = try await ports.asking { () throws(StoreProblem) in try await ports.projects.latest(project.id) }
        guard let project = latest else { throw .refused(.configurationNotFound) }
        let before = try await ports.configuration(of: project)
        let update = update.camelCased
        let wanted = try WantedConfiguration(
            mask?.applied(update, to: before.document) ?? update, insteadOf: before.document, phones: ports.phones,
            at: ports.now())
        if let regions = wanted.regions { try await save(regions, of: before.app) }
        if let numbers = wanted.numbers { try await TestNumberChange(from: before, to: numbers).run(ports) }
        try await save(wanted, of: project)
        return try await ports.configuration(of: wanted.project(project)).json
    }

    private func save(_ regions: Regions, of app: App) async throws(WireError) {
        guard regions != app.rules.regions else { return }
        var rules = app.rules
        rules.regions = regions
        let changed = App(
            id: app.id, displayName: app.displayName, defaultLanguage: app.defaultLanguage, rules: rules)
        try await ports.asking { () throws(StoreProblem) in try await ports.registry.save(changed) }
    }

    private func save(_ wanted: WantedConfiguration, of project: Project) async throws(WireError) {
        let changed = wanted.project(project)
        guard changed != project else { return }
        let saved = try await ports.asking { () throws(StoreProblem) in try await ports.projects.save(changed) }
        switch saved {
        case .saved: return
        // Somebody has taken the project away from its app meanwhile.
        case .noSuchApp, .taken: throw .refused(.configurationNotFound)
        }
    }
}
