import VerificationCore

/// Port: which apps are projects of the Firebase surface, whose backends sign custom tokens for them, and how the surface
/// has been used.
package protocol ProjectStore: Sendable {
    /// All projects, by their ids; a project that this version cannot read is left out.
    func projects() async throws(StoreError) -> [Project]

    /// Makes the project, or changes the project of this id; its app and its number never change.
    ///
    /// A new project gets a number that no project has had, whatever number it brings.
    func save(_ project: Project) async throws(StoreError) -> SavedProject

    /// Lets `decide` see the project as it is, and saves the result; no other call changes the project in between.
    ///
    /// `decide` may be called more than once. The project's id, app and number stay as they are.
    func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) async throws(StoreError) -> ProjectChange

    /// Takes the surface from an app, with all its accounts and sessions; false when there is no such project.
    func remove(_ project: ProjectID) async throws(StoreError) -> Bool

    /// The service accounts of all projects, the oldest first: the keys with which backends sign custom tokens.
    func serviceAccounts() async throws(StoreError) -> [ServiceAccount]

    /// Adds an account with a new key; false when there is no such project.
    func add(_ account: ServiceAccount) async throws(StoreError) -> Bool

    /// Tokens that the key signed open nothing more; false when there is no such key.
    func removeServiceAccount(_ keyID: String) async throws(StoreError) -> Bool

    /// Notes that an API process serves the surface in a mode; the note stays for good.
    func note(_ mode: IdentityMode) async throws(StoreError)

    /// All modes that were ever noted, without those that this version does not know.
    func modes() async throws(StoreError) -> Set<IdentityMode>
}

/// Whom the Firebase surface is for.
package enum IdentityMode: String, Sendable, CaseIterable {
    /// For development: it takes any API key, `Bearer owner` and unsigned tokens, and shows every caller the codes.
    case emulator
    /// For people: keys of scope `client`, administrators by keys of scope `admin`, and signed tokens only.
    case production
}
