import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who signs people in may rely on.
    package static let signingIn = AccountPromises(
        to: "AccountStore, signing in",
        [
            AccountPromise("a first sign-in makes the account, and the next signs in to it", signUp),
            AccountPromise("with an ID token the account gets the number, in place of its earlier number", link),
            AccountPromise("another's number gives a proof that opens this account once, and changes nothing", proof),
            AccountPromise("a verification serves one sign-in, and is unused while it is refused", onceOnly),
            AccountPromise("whoever proves once more who they are makes no account", reauthentication),
            AccountPromise("a token that is no longer good signs nobody in", oldTokens),
        ])
}

private let phone = "+14155550101"

private func signUp(_ bench: AccountBench) async throws {
    let first = try bench.attempt(phone, at: bench.now + .microseconds(300_000))
    let (ann, isNew) = try await bench.signIn(first)
    #expect(isNew && ann.id == first.newID && ann.phone == phone)
    #expect(ann.createdAt == first.time && ann.validSince == bench.now)
    #expect(ann.lastSignInAt == first.time && ann.lastRefreshAt == first.time)
    #expect(try await bench.account(ann.id) == ann)

    let second = try bench.attempt(phone, at: bench.now + .seconds(60))
    let (again, isNewAgain) = try await bench.signIn(second)
    var expected = ann
    (expected.lastSignInAt, expected.lastRefreshAt) = (second.time, second.time)
    #expect(!isNewAgain && again == expected)
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [expected])
    for attempt in [first, second] {
        let refresh = try await bench.refresh(attempt.session, at: second.time)
        #expect(refresh == .refreshed(expected, attempt.session))
    }
}

private func link(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann", identity: ("x.test", "1")))
    let (linked, isNew) = try await bench.signIn(try bench.attempt(phone, as: ann.id, at: bench.now + .seconds(1)))
    #expect(!isNew && linked.phone == phone && linked.links == ann.links && linked.id == ann.id)
    #expect(linked.lastSignInAt == bench.now + .seconds(1) && linked.createdAt == ann.createdAt)
    let (moved, _) = try await bench.signIn(try bench.attempt("+14155550102", as: ann.id))
    #expect(moved.phone == "+14155550102")
    #expect(try await bench.signIn(try bench.attempt("+14155550102", as: ann.id)).account.id == ann.id)
    #expect(try await bench.signIn(try bench.attempt(phone)).isNew, "the earlier number is free")
    #expect(try await bench.account(ann.id) == moved)
}

private func proof(_ bench: AccountBench) async throws {
    let (ann, _) = try await bench.signIn(try bench.attempt(phone))
    let ben = try await bench.add(try bench.account("ben"))
    let code = PhoneSignInAttempt.Proof.code(bench.verification())
    let linking = try bench.attempt(phone, by: code, as: ben.id)
    #expect(try await bench.store.signIn(linking, of: bench.project) == .proof(ann.id))
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [ben, ann])
    #expect(try await bench.refresh(linking.session) == .unknown)
    #expect(try await bench.store.signIn(try bench.attempt(phone, by: code), of: bench.project) == .used)

    let earlier = PhoneSignInAttempt.Proof.earlier(ann.id, use: bench.verification())
    let byProof = try bench.attempt(phone, by: earlier, as: ben.id)
    #expect(try await bench.store.signIn(byProof, of: bench.project) == .refused(.refused(.phoneNumberExists)))
    let ofBen = try bench.attempt(phone, by: .earlier(ben.id, use: bench.verification()))
    #expect(try await bench.store.signIn(ofBen, of: bench.project) == .refused(.refused(.invalidTemporaryProof)))
    #expect(try await bench.signIn(try bench.attempt(phone, by: earlier)).account.id == ann.id)
    #expect(try await bench.store.signIn(try bench.attempt(phone, by: earlier), of: bench.project) == .used)
}

private func onceOnly(_ bench: AccountBench) async throws {
    let code = PhoneSignInAttempt.Proof.code(bench.verification())
    let (ann, _) = try await bench.signIn(try bench.attempt(phone))
    try await bench.change(ann.id) { $0.isDisabled = true }
    let refused = try bench.attempt(phone, by: code)
    #expect(try await bench.store.signIn(refused, of: bench.project) == .refused(.refused(.userDisabled)))
    #expect(try await bench.refresh(refused.session) == .unknown)
    try await bench.change(ann.id) { $0.isDisabled = false }
    #expect(try await bench.signIn(try bench.attempt(phone, by: code)).account.id == ann.id)

    let second = try bench.attempt(phone, by: code)
    #expect(try await bench.store(1).signIn(second, of: bench.project) == .used)
    #expect(try await bench.store.signIn(try bench.attempt(phone, by: code), of: bench.other) == .used)
    #expect(try await bench.refresh(second.session) == .unknown)
    try await bench.change(ann.id) { $0.isDisabled = true }
    #expect(try await bench.store.signIn(try bench.attempt(phone, by: code), of: bench.project) == .used)
}

private func reauthentication(_ bench: AccountBench) async throws {
    let code = PhoneSignInAttempt.Proof.code(bench.verification())
    let unknown = try bench.attempt(phone, by: code, reauthenticates: true)
    #expect(try await bench.store.signIn(unknown, of: bench.project) == .refused(.refused(.userNotFound)))
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).isEmpty)
    let (ann, _) = try await bench.signIn(try bench.attempt(phone, by: code))
    let again = try await bench.signIn(try bench.attempt(phone, reauthenticates: true))
    #expect(again.account.id == ann.id && !again.isNew)
}

private func oldTokens(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann"))
    let linking = try bench.attempt(phone, as: ann.id, at: bench.now)
    try await bench.change(ann.id) { $0.validSince = bench.now + .seconds(1) }
    #expect(try await bench.store.signIn(linking, of: bench.project) == .refused(.refused(.tokenExpired)))
    try await bench.change(ann.id) { ($0.validSince, $0.isDisabled) = (bench.now, true) }
    #expect(try await bench.store.signIn(linking, of: bench.project) == .refused(.refused(.userDisabled)))
    _ = try await bench.store.delete([ann.id], onlyDisabled: false, of: bench.project)
    #expect(try await bench.store.signIn(linking, of: bench.project) == .refused(.refused(.userNotFound)))
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).isEmpty)
}
