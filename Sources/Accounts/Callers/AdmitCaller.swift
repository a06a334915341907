import AccountCore
import Operations
import VerificationCore

/// Says for which project a caller calls, and with which right.
package struct AdmitCaller: Sendable {
    /// What a call brings along to say who calls.
    package struct Credentials: Sendable {
        /// An API key; nil for a call without.
        package let key: String?
        /// What follows `Bearer` in the field `Authorization`; nil for a call without.
        package let bearer: String?
        /// What the call says of the app or page that makes it.
        package let origin: ClientBounds.Origin

        package init(key: String?, bearer: String?, origin: ClientBounds.Origin) {
            (self.key, self.bearer, self.origin) = (key, bearer, origin)
        }

        /// The backend that calls with an administrator's key; nil for a call without.
        package var backend: Operator? { bearer.map { .backend(with: APIKeyHash(of: $0)) } }
    }

    /// The right with which a caller calls.
    package enum Right: Sendable, Hashable {
        /// An app on a person's device.
        case client
        case administrator
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Counts a call before verifyd knows who makes it; throws when its network calls too often.
    ///
    /// A refusal takes one to three seconds, by chance, so that refusals do not come in waves. So a network that calls at full
    /// speed has about half as many calls a second as it has connections, and takes little time from others. An emulator
    /// counts nothing.
    package func count(_ call: NetworkBuckets.Call, from address: IPAddress?) async throws(AccountError) {
        switch ports.policy.mode {
        case .emulator: return
        case .production:
            do throws(AccountError) {
                try ports.limits.networks.take(call, from: address, at: ports.now())
            } catch {
                let chance = ports.credentials.randomBytes(1).first ?? 0
                await ports.limits.pause(.seconds(1) + .milliseconds(2_000 * Int(chance) / 256))
                throw error
            }
        }
    }

    /// Admits a call of an app, which names no project: its key does.
    ///
    /// An administrator may make the same calls, and may name the project in the body. Without a name it is the project of
    /// the key; an emulator takes its default project.
    ///
    /// - Parameters:
    ///   - credentials: what the call brings along.
    ///   - target: the project that the body names; only administrators may name a project.
    /// - Returns: the project, and the caller's right.
    /// - Throws: an `AccountError` for a caller who may not call.
    package func caller(
        _ credentials: Credentials, naming target: String?
    ) async throws(AccountError) -> (project: Project, right: Right) {
        if credentials.bearer != nil {
            return (try await administrator(credentials, of: target), .administrator)
        }
        guard let key = credentials.key else { throw .noKey }
        guard target == nil else { throw .needsAdmin }
        return (try await client(key, from: credentials.origin), .client)
    }

    /// Admits an administrator of a project.
    ///
    /// - Parameters:
    ///   - credentials: what the call brings along.
    ///   - target: the project that the call names; nil where it names none.
    ///   - scope: what the administrator's key has to be for: accounts, or all of the project.
    /// - Returns: the project.
    /// - Throws: an `AccountError` for a caller who may not call.
    package func administrator(
        _ credentials: Credentials, of target: String?, in scope: KeyScope = .users
    ) async throws(AccountError) -> Project {
        guard let bearer = credentials.bearer else { throw credentials.key == nil ? .noKey : .needsAdmin }
        switch ports.policy.mode {
        case .emulator:
            guard bearer.lowercased() == "owner" || bearer.hasPrefix("ya29.") else { throw .unknownBearer }
            return try await emulated(target)
        case .production:
            guard let caller = try await caller(of: bearer, in: .users) else { throw .unknownBearer }
            guard caller.scope.includes(scope), let project = try await project(of: caller.app.id),
                target == nil || target == project.id.text
            else { throw .refused(.insufficientPermission) }
            return project
        }
    }

    /// Leaves a line in the audit about what an administrator has done; an emulator leaves none.
    ///
    /// `person`: nil for a caller who is no administrator.
    package func note(_ action: AdministratorAction, by person: Operator?, in project: Project) async {
        guard let person, let subject = action.subject(in: project) else { return }
        do throws(OperatorError) {
            try await ports.permits.note(done: action.action, on: subject, by: person)
        } catch {
            // The action is done, so its caller gets the answer all the same.
            if case .store(let problem) = error { ports.log.report(problem) }
        }
    }

    private func client(_ key: String, from origin: ClientBounds.Origin) async throws(AccountError) -> Project {
        switch ports.policy.mode {
        case .emulator: return try await emulated(nil)
        case .production:
            guard let caller = try await caller(of: key, in: .client),
                let project = try await project(of: caller.app.id)
            else { throw .unknownKey }
            guard caller.bounds.admit(origin) else { throw .foreignClient }
            return project
        }
    }

    private func caller(of key: String, in scope: KeyScope) async throws(AccountError) -> Caller? {
        guard key.utf8.count <= 256 else { return nil }
        let caller = try await ports.asking { () throws(StoreError) in
            try await ports.projects.apps.caller(keyHash: APIKeyHash(of: key))
        }
        return caller.flatMap { $0.scope.includes(scope) ? $0 : nil }
    }

    private func project(of app: AppID) async throws(AccountError) -> Project? {
        try await ports.asking { () throws(StoreError) in try await ports.projects.cache.project(of: app) }
    }

    /// The emulator's project of that name, which the first call with the name makes.
    ///
    /// Without a name it is the settings' project, and without this the first.
    package func emulated(_ name: String?) async throws(AccountError) -> Project {
        let projects = try await ports.asking { () throws(StoreError) in try await ports.projects.cache.projects() }
        guard let wanted = name ?? ports.policy.defaultProject?.text else {
            guard let first = projects.first else { throw .refused(.configurationNotFound) }
            return first
        }
        if let known = projects.first(where: { $0.id.text == wanted }) { return known }
        return try await EmulatedProjects(ports).project(named: wanted)
    }
}
