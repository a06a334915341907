import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What holds when several processes meet.
    package static let races = AccountPromises(
        to: "AccountStore, at once",
        [
            AccountPromise("64 first sign-ins of a number make one account", firstSignIns),
            AccountPromise("of accounts that link a number one gets it, and the others get a proof", linking),
            AccountPromise("a verification serves one of many sign-ins", oneVerification),
            AccountPromise("after a revocation no refresh of an older session is answered", revoking),
            AccountPromise("an account that is deleted under refreshes is gone", deletedUnderRefresh),
            AccountPromise("of calls that want the same name one gets it, also by import", sameName),
            AccountPromise("edits at once are all made, one after the other", editsAtOnce),
        ])
}

private func firstSignIns(_ bench: AccountBench) async throws {
    let attempts = try (0..<64).map { _ in try bench.attempt("+14155550101") }
    let answers = try await bench.atOnce(64) { try await bench.store($0).signIn(attempts[$0], of: bench.project) }
    let done = answers.compactMap(\.done)
    let all = try await bench.store.accounts(after: nil, limit: 99, of: bench.project)
    #expect(done.count == 64 && done.count { $0.isNew } == 1)
    #expect(all.count == 1 && Set(done.map(\.account.id)) == Set(all.map(\.id)))
    for attempt in attempts { #expect(try await bench.refresh(attempt.session).account?.id == all.first?.id) }
}

private func linking(_ bench: AccountBench) async throws {
    let people = try (0..<8).map { try bench.account("person \($0)") }
    for person in people { try await bench.add(person) }
    for round in 0..<8 {
        let phone = "+1415555020\(round)"
        let attempts = try people.map { try bench.attempt(phone, as: $0.id) }
        let answers = try await bench.atOnce(8) { try await bench.store($0).signIn(attempts[$0], of: bench.project) }
        let owners = try await bench.store.accounts(named: [.phone(phone)], of: bench.project)
        #expect(owners.count == 1 && answers.count { $0.isProof } == 7)
        for (person, answer) in zip(people, answers) {
            #expect((answer.done != nil) == (person.id == owners.first?.id))
        }
    }
}

private func oneVerification(_ bench: AccountBench) async throws {
    for round in 0..<4 {
        let code = PhoneSignInAttempt.Proof.code(bench.verification())
        let attempts = try (0..<16).map { _ in try bench.attempt("+1415555030\(round)", by: code) }
        let answers = try await bench.atOnce(16) { try await bench.store($0).signIn(attempts[$0], of: bench.project) }
        #expect(answers.count { $0 == .used } == 15)
        let refreshes = try await bench.atOnce(16) { try await bench.refresh(attempts[$0].session) }
        #expect(refreshes.count { $0 == .unknown } == 15)
    }
}

private func revoking(_ bench: AccountBench) async throws {
    for round in 0..<8 {
        let session = bench.session()
        let ann = try await bench.add(try bench.account("ann \(round)"), with: session)
        let revokedAt = bench.now + .seconds(5)
        // Each answers whether the session was refused after the revocation had returned.
        let answers = try await bench.atOnce(8) { number in
            if number == 3 { try await bench.change(ann.id, process: 1) { $0.validSince = revokedAt } }
            return try await bench.refresh(session, at: bench.now + .seconds(number), process: number)
        }
        #expect(answers[3] == .ended)
        #expect(answers.allSatisfy { $0 == .ended || $0.account?.validSince == ann.validSince })
        #expect(try await bench.refresh(session) == .ended)
        #expect(try await bench.account(ann.id)?.validSince == revokedAt, "no refresh has undone it")
    }
}

private func deletedUnderRefresh(_ bench: AccountBench) async throws {
    for round in 0..<8 {
        let session = bench.session()
        let ann = try await bench.add(try bench.account("ann \(round)"), with: session)
        let answers = try await bench.atOnce(8) { number in
            if number == 3 { _ = try await bench.store.delete([ann.id], onlyDisabled: false, of: bench.project) }
            return try await bench.refresh(session, process: number)
        }
        #expect(answers[3] == .unknown)
        #expect(answers.allSatisfy { $0 == .unknown || $0.account?.id == ann.id })
        #expect(try await bench.account(ann.id) == nil)
    }
}

private func sameName(_ bench: AccountBench) async throws {
    for round in 0..<6 {
        let email = "name\(round)@shop.test"
        let people = try (0..<9).map { try bench.account("\(round) person \($0)") }
        for person in people[..<3] { try await bench.add(person) }
        let won = try await bench.atOnce(9) { number in
            var person = people[number]
            person.email = email
            let store = bench.store(number)
            return switch number {
            case 0..<3: try await bench.change(person.id, process: number) { $0.email = .set(email) }.account != nil
            case 3..<6: try await store.add(person, with: nil, to: bench.project) == nil
            case _: try await store.replace([person], of: bench.project).isEmpty
            }
        }
        #expect(won.count { $0 } == 1)
        let owner = try await bench.store.accounts(named: [.email(email)], of: bench.project)
        #expect(owner.map(\.id) == zip(people, won).filter(\.1).map(\.0.id))
    }
}

private func editsAtOnce(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann"))
    _ = try await bench.atOnce(24) { number in
        try await bench.store(number).change(ann.id, of: bench.project) { account throws(AccountError) in
            var edit = AccountEdit()
            edit.displayName = .set((account.displayName ?? "") + "x")
            return edit
        }
    }
    #expect(try await bench.account(ann.id)?.displayName == String(repeating: "x", count: 24))
}
