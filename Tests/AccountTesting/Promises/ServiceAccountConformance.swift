import AccountCore
import Testing
import VerificationCore

/// Proves what every store of projects promises of service accounts; `stores` are an empty store as several processes
/// see it.
///
/// `apps`: two apps that are no projects yet.
package func exerciseServiceAccounts(_ stores: [any ProjectStore], apps: [AppID]) async throws {
    let (store, last) = (try #require(stores.first), try #require(stores.last))
    let (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
    #expect(try await store.serviceAccounts().isEmpty)
    #expect(try await !store.add(account("a", of: shop, at: 1)), "there is no such project yet")
    #expect(try await store.serviceAccounts().isEmpty)
    for (id, app) in zip([shop, bank], apps) { _ = try await store.save(Project(id, app: app, number: 0)) }

    let (late, same) = (account("b", of: shop, at: 300), account("a", of: bank, at: 300))
    let early = account("c", of: shop, at: 50)
    for account in [late, same, early] { #expect(try await store.add(account)) }
    #expect(try await last.serviceAccounts() == [early, same, late], "of all projects, the oldest first")
    await #expect(throws: StoreError.self) { try await store.add(account("a", of: shop, at: 1)) }
    #expect(try await store.serviceAccounts() == [early, same, late])

    #expect(try await last.removeServiceAccount("c"))
    #expect(try await !store.removeServiceAccount("c"))
    #expect(try await store.serviceAccounts() == [same, late])
    #expect(try await store.remove(bank))
    #expect(try await store.serviceAccounts() == [late], "an account goes with its project")
    #expect(try await !store.removeServiceAccount("a"))
}

private func account(_ keyID: String, of project: ProjectID, at seconds: Int64) -> ServiceAccount {
    ServiceAccount(
        keyID: keyID, project: project, email: "verifyd-\(keyID)@\(project).iam.gserviceaccount.com",
        publicKey: "-----BEGIN PUBLIC KEY-----\n\(keyID)\n-----END PUBLIC KEY-----\n",
        createdAt: Timestamp(seconds: seconds))
}
