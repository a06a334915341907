import AccountCore
import StrictJSON
import Testing
import VerificationCore

/// Proves what every store of projects promises.
///
/// - Parameters:
///   - store: an empty store.
///   - apps: three apps that there are.
/// - Throws: what the store throws.
package func exerciseProjects(_ store: any ProjectStore, apps: [AppID]) async throws {
    #expect(try await store.projects().isEmpty)
    let (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
    let first = try #require(try await store.save(Project(shop, app: apps[0], number: 0)).project)
    #expect(first.id == shop && first.app == apps[0] && first.authorizedDomains == ["localhost"])
    #expect(first.ownIssuer == nil && first.tokenLife == IDTokenClaims.usualLife && first.others == JSONObject())
    var second = Project(bank, app: apps[1], number: 0)
    (second.authorizedDomains, second.ownIssuer) = (["bank.test", "\"b\" {,} \\"], "https://bank.test/tokens")
    second.tokenLife = .seconds(300)
    (second.sessionIdle, second.rotatesRefreshTokens) = (.seconds(86_400), true)
    second.unprovenSends = [RateLimit(20, per: .seconds(3_600)), RateLimit(200, per: .seconds(86_400))]
    let captcha = try #require(
        CaptchaSite(.hcaptcha, siteKey: "key-1", secret: SealedCode(keyName: "k1", bytes: [0, 255])))
    second.proofs.captcha = captcha
    second.formerIssuer = Project.FormerIssuer("https://old.test", until: Timestamp(seconds: 1_767_225_600))
    second.others = try #require(
        try JSONValue(parsing: Array(#"{"mfa":{"state":"ENABLED","z":1.50},"a":[1,null]}"#.utf8)).object)
    let stored = try #require(try await store.save(second).project)
    #expect(stored.number != first.number && stored.others == second.others)
    #expect(first.sessionIdle == nil && !first.rotatesRefreshTokens)
    #expect(first.unprovenSends.isEmpty && first.formerIssuer == nil)
    #expect(stored == second.replacing(stored))
    #expect(stored.authorizedDomains == second.authorizedDomains && stored.ownIssuer == second.ownIssuer)
    #expect(try await store.projects() == [stored, first])
    try await changes(store, first, stored, apps)
}

private func changes(_ store: any ProjectStore, _ first: Project, _ second: Project, _ apps: [AppID]) async throws {
    var draft = Project(first.id, app: first.app, number: first.number + 77)
    draft.authorizedDomains = []
    let changed = try #require(try await store.save(draft).project)
    #expect(changed.number == first.number && changed.authorizedDomains.isEmpty)

    let unknown = try #require(AppID("no-such-app"))
    #expect(try await store.save(Project(first.id, app: unknown, number: 0)) == .noSuchApp)
    #expect(try await store.save(Project(first.id, app: apps[2], number: 0)) == .taken, "another app has it")
    let other = try #require(ProjectID("other-shop"))
    #expect(try await store.save(Project(other, app: first.app, number: 0)) == .taken, "the app has another")
    #expect(try await store.save(Project(first.id, app: second.app, number: 0)) == .taken)
    #expect(try await store.projects() == [second, changed])

    let named = try await store.change(first.id) { project in
        var draft = Project(second.id, app: second.app, number: 0)
        draft.authorizedDomains = project.authorizedDomains + ["shop.test"]
        return draft
    }
    var expected = changed
    expected.authorizedDomains = ["shop.test"]
    #expect(named == .changed(expected), "its id, app and number stay")
    let refusal = AccountError.refused(.invalidConfig)
    #expect(try await store.change(first.id) { _ throws(AccountError) in throw refusal } == .refused(refusal))
    #expect(try await store.change(other) { $0 } == .gone)
    #expect(try await store.projects() == [second, expected])

    try await withThrowingTaskGroup(of: ProjectChange.self) { group in
        for number in 0..<12 {
            group.addTask {
                try await store.change(first.id) { project in
                    var draft = project
                    draft.authorizedDomains.append("d\(number).test")
                    return draft
                }
            }
        }
        try await group.waitForAll()
    }
    let domains = try await store.projects().first { $0.id == first.id }?.authorizedDomains
    #expect(domains?.count == 13, "each change starts from the change before")

    #expect(try await store.remove(first.id))
    #expect(try await !store.remove(first.id))
    let renamed = try #require(try await store.save(Project(other, app: first.app, number: 0)).project)
    #expect(![first.number, second.number].contains(renamed.number), "no number is given twice")
    #expect(try await store.projects() == [second, renamed])
}

/// Proves that a project that is removed takes its accounts and sessions along.
///
/// - Parameters:
///   - projects: where the bench's projects are.
///   - bench: their accounts.
/// - Throws: what the stores throw.
package func exerciseRemoval(_ projects: any ProjectStore, _ bench: AccountBench) async throws {
    let (mine, theirs) = (bench.session(), bench.session())
    let ann = try bench.account("ann", phone: "+14155550101", identity: ("x.test", "1"))
    try await bench.add(ann, with: mine)
    #expect(try await bench.store.add(ann, with: theirs, to: bench.other) == nil)
    let project = try #require(try await projects.projects().first { $0.id == bench.project })
    #expect(try await projects.remove(bench.project))
    #expect(try await projects.save(project).project?.id == bench.project)
    #expect(try await bench.store.accounts(named: Set(ann.names), of: bench.project).isEmpty)
    #expect(try await bench.refresh(mine) == .unknown)
    let left = try await bench.store.refresh(
        RefreshAttempt(tokenHash: theirs.tokenHash, at: bench.now), of: bench.other)
    #expect(left.account?.id == ann.id)
    try await bench.add(ann)
}

extension SavedProject {
    /// The project as it is kept; nil where it was not saved.
    package var project: Project? {
        guard case .saved(let project) = self else { return nil }
        return project
    }
}
