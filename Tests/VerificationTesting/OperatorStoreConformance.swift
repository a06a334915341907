import Testing
import VerificationCore

/// Proves what every store of operators promises to the dashboard and to the commands.
///
/// - Parameters:
///   - store: an empty store.
///   - now: the store's time.
///   - passing: moves the store's time forward.
/// - Throws: what the store throws.
package func exerciseOperators(
    _ store: any OperatorStore, now: () -> Timestamp, passing: (Duration) async throws -> Void
) async throws {
    #expect(try await store.operators().isEmpty)
    let (anna, ben) = (try person("anna", .viewer), try person("ben", .admin))
    let password = try #require(PasswordHash(of: "one long password", salt: [1]))
    try await store.save(ben, password: password)
    try await store.save(anna, password: password)
    let stored = try await store.operators()
    #expect(stored.map(\.person) == [anna, ben])
    #expect(stored.allSatisfy { $0.password == password })

    let first = session(1, anna, at: now())
    #expect(try await store.begin(first, knowing: stored[0].changedAt))
    #expect(try await store.begin(session(2, ben, at: now()), knowing: stored[1].changedAt))
    #expect(Set(try await store.sessions().map(\.name)) == [anna.name, ben.name])
    try await store.end(tokenHash: [2])
    try await store.end(tokenHash: [2])
    #expect(try await store.sessions() == [first])

    try await store.save(try person("anna", .support), password: password)
    #expect(try await store.sessions().isEmpty, "a person with another role signs in anew")
    let changed = try #require(try await store.operators().first)
    #expect(changed.person.role == .support && changed.changedAt > stored[0].changedAt)
    #expect(
        try await !store.begin(session(3, anna, at: now()), knowing: stored[0].changedAt),
        "whoever proved the old password comes too late")

    #expect(try await store.begin(session(4, anna, at: now()), knowing: changed.changedAt))
    try await passing(OperatorSession.life)
    #expect(try await store.sessions().isEmpty, "a session ends after its life")

    #expect(try await store.begin(session(5, anna, at: now() + OperatorSession.life), knowing: changed.changedAt))
    #expect(try await store.remove(anna.name))
    #expect(try await !store.remove(anna.name))
    #expect(try await store.sessions().isEmpty)
    #expect(try await store.operators().map(\.person) == [ben])
    #expect(try await !store.begin(session(6, anna, at: now()), knowing: changed.changedAt))
    try await exerciseUse(of: store, by: try #require(try await store.operators().first), now: now)
}

/// Where a session began and when it was used is kept, and people change their own passwords; here there is no session.
private func exerciseUse(
    of store: any OperatorStore, by changed: StoredOperator, now: () -> Timestamp
) async throws {
    let name = changed.person.name
    let client = OperatorClient(address: IPAddress("2001:db8::1"), browser: "Firefox on <Linux>")
    let used = OperatorSession(tokenHash: [8], name: name, beganAt: now(), client: client)
    #expect(try await store.begin(used, knowing: changed.changedAt))
    #expect(try await store.sessions().contains(used))
    let (later, earlier) = (used.beganAt + .seconds(90), used.beganAt + .seconds(30))
    for moment in [later, earlier] { try await store.saw([[8]: moment, [99]: moment]) }
    #expect(try await store.sessions().first { $0.tokenHash == [8] } == used.seen(at: later))

    let password = try #require(PasswordHash(of: "another long password", salt: [2]))
    let tooEarly = changed.changedAt + .seconds(-1)
    #expect(try await !store.changePassword(of: name, knowing: tooEarly, to: password))
    #expect(try await store.sessions().count == 1, "a change that comes too late ends no session")
    #expect(try await store.changePassword(of: name, knowing: changed.changedAt, to: password))
    #expect(try await store.sessions().isEmpty)
    let person = try #require(try await store.operators().first { $0.person.name == name })
    #expect(person.password == password && person.person == changed.person && person.changedAt > changed.changedAt)
    #expect(try await !store.changePassword(of: name, knowing: changed.changedAt, to: password))
}

/// Proves what every audit promises.
///
/// `audit`: an empty audit that looks at 4 lines for a page.
package func exerciseAudit(_ audit: any AuditLog) async throws {
    #expect(try await audit.page(.all, before: nil, limit: 10).lines.isEmpty)
    let entries = (1...3).map { number in
        AuditEntry(
            actor: "anna", action: .pauseQueue, subject: "queue \(number)", reason: "test <\(number)>",
            result: number == 2 ? .forbidden : .done,
            address: number == 1 ? IPAddress("2001:db8::1") : IPAddress("192.0.2.1"))
    }
    for entry in entries { try await audit.note(entry) }
    let newest = try await audit.page(.all, before: nil, limit: 2).lines
    #expect(newest.map(\.entry) == [entries[2], entries[1]])
    #expect(newest[0].number > newest[1].number && newest[0].at >= newest[1].at)
    let rest = try await audit.page(.all, before: newest[1].number, limit: 2).lines
    #expect(rest.map(\.entry) == [entries[0]])
    try await exerciseFilters(audit, after: entries)
}

/// Here the audit has eight lines: three of anna, four of ben, and a last of anna.
private func exerciseFilters(_ audit: any AuditLog, after first: [AuditEntry]) async throws {
    for _ in 0..<4 { try await audit.note(AuditEntry(actor: "ben", action: .signIn, subject: "", result: .done)) }
    let last = AuditEntry(actor: "anna", action: .purgeDeadLetters, subject: "dead letters", result: .failed)
    try await audit.note(last)

    let bens = try await audit.page(AuditFilter(actor: "ben"), before: nil, limit: 2)
    #expect(bens.lines.map(\.entry.actor) == ["ben", "ben"] && bens.next == bens.lines[1].number && !bens.isCutShort)

    let annas = try await audit.page(AuditFilter(actor: "anna"), before: nil, limit: 3)
    #expect(annas.lines.map(\.entry) == [last], "four lines were looked at")
    #expect(annas.isCutShort && annas.next == annas.lines[0].number - 3)
    let older = try await audit.page(AuditFilter(actor: "anna"), before: annas.next, limit: 3)
    #expect(older.lines.map(\.entry) == first.reversed() && older.next == older.lines.last?.number)
    let none = try await audit.page(AuditFilter(actor: "anna"), before: older.next, limit: 3)
    #expect(none == AuditPage(lines: [], next: nil, isCutShort: false))

    let refused = AuditFilter(action: .pauseQueue, result: .forbidden)
    #expect(try await audit.page(refused, before: annas.next, limit: 3).lines.map(\.entry) == [first[1]])
    #expect(try await audit.page(AuditFilter(actor: "' or true --"), before: annas.next, limit: 3).lines.isEmpty)
    try await exerciseChanges(audit, before: annas.next, of: first)
}

/// Of what anna did first, `number` is the line after; looks and searches are no changes, and a failed action is no
/// change.
private func exerciseChanges(_ audit: any AuditLog, before number: Int64?, of first: [AuditEntry]) async throws {
    #expect(
        try await audit.page(.changesDone, before: nil, limit: 3).lines.isEmpty, "sign-ins, and an action that failed")
    let done = try await audit.page(.changesDone, before: number, limit: 3)
    #expect(done.lines.map(\.entry) == [first[2], first[0]], "what the role forbade changed nothing")
    for action in OperatorAction.allCases.filter({ !$0.isChange }) {
        try await audit.note(AuditEntry(actor: "ben", action: action, subject: "", result: .done))
    }
    #expect(try await audit.page(.changesDone, before: nil, limit: 3).lines.isEmpty)
    let change = AuditEntry(actor: "anna", action: .switchGateway, subject: "gateway main: off", result: .done)
    try await audit.note(change)
    for action in [OperatorAction.eraseVerifications, .changeTestNumber, .changeAccount] {
        let backend = Operator.backend(with: APIKeyHash(of: "vfd_a-tenant's")).name.text
        try await audit.note(AuditEntry(actor: backend, action: action, subject: "of app shop", result: .done))
    }
    #expect(
        try await audit.page(.changesDone, before: nil, limit: 3).lines.map(\.entry) == [change],
        "what a tenant's backend does hides no operator's change")
}

private func person(_ name: String, _ role: OperatorRole) throws -> Operator {
    Operator(name: try #require(OperatorName(name)), role: role)
}

private func session(_ number: UInt8, _ person: Operator, at moment: Timestamp) -> OperatorSession {
    OperatorSession(tokenHash: [number], name: person.name, beganAt: moment)
}
