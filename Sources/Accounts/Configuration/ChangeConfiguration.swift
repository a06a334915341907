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

    /// Checks everything that can be checked before anything is saved, and saves the app's part before the project's.
    ///
    /// A store that fails in between leaves a part of the change behind. The same call does the rest.
    ///
    /// Where two changes of a project meet: each starts from what the other has saved. Regions are saved with all rules
    /// of the app. There a change of another process is lost that comes between reading and saving, milliseconds later.
    ///
    /// - Parameters:
    ///   - update: the members as the caller wrote them.
    ///   - mask: which members are changed; nil for all members, where a missing member gets its default.
    ///   - project: whose.
    /// - Returns: the whole configuration as the wire shows it.
    /// - Throws: a `AccountError` if a project cannot have the configuration.
    package func change(
        _ update: JSONObject, mask: FieldMask?, of project: Project
    ) async throws(AccountError) -> JSONObject {
        // The cache may be seconds old. A change of another process is in the store before it is in this cache.
        let latest = try await ports.asking { () throws(StoreError) in
            try await ports.projects.cache.latest(project.id)
        }
        guard let project = latest else { throw .refused(.configurationNotFound) }
        let before = try await ports.configuration(of: project)
        let update = update.camelCased
        let (mode, phones, now) = (ports.policy.mode, ports.policy.phones, ports.now())
        let wanted = { @Sendable (before: ProjectConfiguration) throws(AccountError) in
            try WantedConfiguration(
                update, mask: mask, insteadOf: before.document, mode: mode, phones: phones, at: now)
        }
        let change = try wanted(before)
        if let numbers = change.numbers { try await TestNumberChange(app: before.app, wanted: numbers).run(ports) }
        if let regions = change.regions { try await save(regions, of: before.app) }
        let changed = try await save(project) { project throws(AccountError) in
            try wanted(before.with(project)).project(project)
        }
        return try await ports.configuration(of: changed).json(in: mode)
    }

    private func save(_ regions: Regions, of app: App) async throws(AccountError) {
        guard regions != app.rules.regions else { return }
        var rules = app.rules
        rules.regions = regions
        let changed = App(
            id: app.id, displayName: app.displayName, defaultLanguage: app.defaultLanguage, rules: rules)
        try await ports.asking { () throws(StoreError) in try await ports.projects.registry.save(changed) }
    }

    private func save(
        _ project: Project, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) async throws(AccountError) -> Project {
        let change = try await ports.asking { () throws(StoreError) in
            try await ports.projects.cache.change(project.id, decide)
        }
        switch change {
        case .changed(let project): return project
        case .refused(let error): throw error
        // An operator has taken the surface from the app meanwhile.
        case .gone: throw .refused(.configurationNotFound)
        }
    }
}

/// Gives an app exactly the wanted test numbers, or refuses all of them with a `AccountError`.
struct TestNumberChange {
    let app: App
    let wanted: [TestNumberForm]

    func run(_ ports: AccountPorts) async throws(AccountError) {
        let replaced = try await ports.asking { () throws(StoreError) in
            try await TestNumbers(ports.projects.registry, with: ports.verifications).replaceAll(with: wanted, of: app)
        }
        switch replaced {
        case .replaced: return
        case .cannotGetSMS(let phone): throw Self.refusal(phone, because: "gets no SMS")
        case .inUse(let phone): throw Self.refusal(phone, because: "has got a real SMS of this app")
        case .tooMany: throw .refused(.maximumTestPhoneNumberExceeded)
        }
    }

    /// The number itself is not repeated; its last digits show which it is.
    private static func refusal(_ phone: PhoneNumber, because reason: String) -> AccountError {
        .refused(.invalidTestingPhoneNumber, "\(phone.masked) \(reason).")
    }
}
