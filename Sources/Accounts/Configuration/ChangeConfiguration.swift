import AccountCore
import Operations
import StrictJSON
import VerificationCore

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
    ///   - person: the administrator; nil for a caller who may change no test numbers.
    ///   - project: whose.
    /// - Returns: the whole configuration as the wire shows it.
    /// - Throws: an `AccountError` if a project cannot have the configuration.
    package func change(
        _ update: JSONObject, mask: FieldMask?, by person: Operator?, of project: Project
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
        if let numbers = change.numbers { try await save(numbers, of: before.app, by: person) }
        if let regions = change.regions { try await save(regions, of: before.app) }
        let changed = try await ports.changeProject(project.id) { project throws(AccountError) in
            try wanted(before.with(project)).project(project)
        }
        let after = try await ports.configuration(of: changed)
        let action = AdministratorAction.changedConfiguration(after.members(changedFrom: before))
        await AdmitCaller(ports).note(action, by: person, in: changed)
        return after.json(in: mode)
    }

    /// Gives an app exactly the wanted test numbers, or refuses all of them.
    private func save(
        _ numbers: [TestNumberForm], of app: App, by person: Operator?
    ) async throws(AccountError) {
        guard let person else { throw .needsAdmin }
        let replaced = try await ports.asking(operations: { () throws(OperatorError) in
            try await ports.testNumbers.replaceAll(with: numbers, of: app, because: "", by: person)
        })
        switch replaced {
        case .replaced: return
        case .refused(let reason, let phone): throw Self.refusal(phone, because: reason)
        }
    }

    /// The number itself is not repeated; its last digits show which it is.
    private static func refusal(_ phone: PhoneNumber?, because reason: TestNumberError) -> AccountError {
        let number = phone?.masked ?? "A number"
        return switch reason {
        case .cannotGetSMS: .refused(.invalidTestingPhoneNumber, "\(number) gets no SMS.")
        case .inUse: .refused(.invalidTestingPhoneNumber, "\(number) has got a real SMS of this app.")
        // The caller's list was read with the same rules, so that neither comes from here.
        case .badCode, .ended: .refused(.invalidTestingPhoneNumber)
        case .tooMany: .refused(.maximumTestPhoneNumberExceeded)
        }
    }

    private func save(_ regions: Regions, of app: App) async throws(AccountError) {
        guard regions != app.rules.regions else { return }
        var rules = app.rules
        rules.regions = regions
        let changed = App(
            id: app.id, displayName: app.displayName, defaultLanguage: app.defaultLanguage, rules: rules)
        try await ports.asking { () throws(StoreError) in try await ports.projects.registry.save(changed) }
    }
}

extension AccountPorts {
    /// Changes a project as the store has it; see `ProjectStore.change`.
    func changeProject(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) async throws(AccountError) -> Project {
        let change = try await asking { () throws(StoreError) in try await projects.cache.change(id, decide) }
        switch change {
        case .changed(let project): return project
        case .refused(let error): throw error
        // An operator has taken the surface from the app meanwhile.
        case .gone: throw .refused(.configurationNotFound)
        }
    }
}
