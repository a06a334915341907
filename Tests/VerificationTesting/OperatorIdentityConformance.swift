import Testing
import VerificationCore

/// Proves what every store promises of operators who come in by single sign-on.
///
/// `store`: has no operator; `now`: its time.
package func exerciseOperatorIdentities(
    _ store: any OperatorStore & OperatorIdentityStore, now: @Sendable () -> Timestamp
) async throws {
    let (anna, ben) = (try #require(OperatorName("anna")), try #require(OperatorName("ben")))
    let password = try #require(PasswordHash(of: "one long password", salt: [1]))
    let nobodys = PasswordHash(fittingNobodyWith: [1, 2, 3])
    let (one, two) = (try identity("1"), try identity("2"))
    try await store.save(Operator(name: ben, role: .admin), password: password)
    let viewer = Operator(name: anna, role: .viewer)
    guard case .added(let added) = try await store.admit(one, as: viewer, password: nobodys) else {
        Issue.record("a new person was not added")
        return
    }
    #expect(added.person == viewer && added.identity == one && !added.isOff)
    #expect(added.password == nobodys && !added.password.fits(""))
    #expect(try await store.operators().map(\.identity) == [one, nil])
    #expect(try await store.admit(one, as: viewer, password: nobodys) == .known(added))

    // Names are no proof: neither a password's owner nor another identity loses a row.
    for name in [ben, anna] {
        let other = Operator(name: name, role: .admin)
        #expect(try await store.admit(two, as: other, password: nobodys) == .nameTaken, "\(name)")
    }
    #expect(try await store.operators().map(\.person.role) == [.viewer, .admin])
    #expect(try await !store.save(Operator(name: anna, role: .admin), password: password))
    #expect(try await store.operators().first == added, "a command gives no password to a person of the single sign-on")

    let session = OperatorSession(tokenHash: [1], name: anna, beganAt: now())
    #expect(try await store.begin(session, knowing: added.changedAt))
    let renamed = Operator(name: try #require(OperatorName("anna-2")), role: .operator)
    guard case .changed(let changed, from: .viewer) = try await store.admit(one, as: renamed, password: nobodys) else {
        Issue.record("the role was not changed")
        return
    }
    #expect(changed.person == Operator(name: anna, role: .operator), "the name of the first time stays")
    #expect(changed.changedAt > added.changedAt)
    #expect(try await store.sessions().isEmpty, "sessions with the former role are over")

    let last = try await exerciseEnd(store, of: changed, but: two, session: session)
    #expect(try await store.begin(session, knowing: last.changedAt))
    #expect(try await !store.switchIdentity(of: ben, off: true), "a person with a password is removed, not switched")
    #expect(try await store.switchIdentity(of: anna, off: true))
    #expect(try await !store.switchIdentity(of: anna, off: true))
    #expect(try await store.sessions().isEmpty)
    #expect(try await store.operators().map(\.isOff) == [true, false])
    #expect(try await !store.begin(session, knowing: last.changedAt), "a sign-in that was under way is over too")
    #expect(try await store.admit(one, as: viewer, password: nobodys) == .switchedOff(anna))
    #expect(try await store.switchIdentity(of: anna, off: false))
    guard case .known = try await store.admit(one, as: renamed, password: nobodys) else {
        Issue.record("the person stays out")
        return
    }

    #expect(try await store.remove(anna))
    guard case .added(let again) = try await store.admit(one, as: renamed, password: nobodys) else {
        Issue.record("a removed person cannot come anew")
        return
    }
    #expect(again.person == renamed)
}

/// The sessions of a person without a role end, and so does a sign-in that has begun; returns the person after that.
private func exerciseEnd(
    _ store: any OperatorStore & OperatorIdentityStore, of person: StoredOperator, but stranger: OperatorIdentity,
    session: OperatorSession
) async throws -> StoredOperator {
    let identity = try #require(person.identity)
    #expect(try await store.begin(session, knowing: person.changedAt))
    #expect(try await store.endSessions(of: stranger) == nil)
    #expect(try await store.sessions() == [session])
    #expect(try await store.endSessions(of: identity) == person.person.name)
    #expect(try await store.sessions().isEmpty)
    #expect(try await !store.begin(session, knowing: person.changedAt))
    let after = try #require(try await store.operators().first { $0.identity == identity })
    #expect(after.person == person.person && after.changedAt > person.changedAt)
    return after
}

private func identity(_ subject: String) throws -> OperatorIdentity {
    try #require(OperatorIdentity(issuer: "https://id.example", subject: subject))
}
