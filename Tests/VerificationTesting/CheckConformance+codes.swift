import Testing
import VerificationCore

func rightCode(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    guard case .approved(let report) = try await bench.check(request, isRight: true) else {
        Issue.record("a right code was not approved")
        return
    }
    #expect(report.id == request.id && report.status == .approved && report.remainingChecks == 0)
    #expect(report.requestOutcome == .send && report.messages.map(\.status) == [.accepted])
    for isRight in [true, false] {
        #expect(try await bench.check(request, isRight: isRight).ended?.status == .approved)
    }

    let next = try bench.request()
    #expect(try await bench.send(next).message == MessageID(verification: next.id, ordinal: 1))
    #expect(try await bench.report(request).status == .approved)
}

func checkOfJoined(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let joined = try bench.request()
    #expect(try await bench.claim(joined).joined != nil)
    let wrong = try #require(try await bench.check(joined, isRight: false).wrong)
    #expect(wrong.id == request.id && wrong.requestOutcome == .duplicate && wrong.remainingChecks == 4)
    guard case .approved(let report) = try await bench.check(joined, isRight: true) else {
        Issue.record("a right code was not approved")
        return
    }
    #expect(report.id == request.id && report.requestOutcome == .duplicate)
}

func checkByPhone(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    #expect(try await bench.check(request, isRight: false, byPhone: true).wrong?.remainingChecks == 4)
    let stranger = try bench.request(phone: "+491510002")
    #expect(try await bench.check(stranger, isRight: true, byPhone: true) == .missing(.unknown))
    #expect(try await bench.check(request, isRight: true, key: "check 1", byPhone: true).isApproved)
    // The phone has no live verification any more, but the same call has the same answer.
    #expect(try await bench.check(request, isRight: true, byPhone: true) == .missing(.unknown))
    #expect(try await bench.check(request, isRight: true, key: "check 1", byPhone: true).isApproved)
}

func wrongCodes(_ bench: StoreBench) async throws {
    let request = try await bench.verification(rules: SendingRules(maxChecks: 3))
    for left in [2, 1, 0] {
        let report = try #require(try await bench.check(request, isRight: false).wrong)
        #expect(report.remainingChecks == left)
        #expect(report.status == (left == 0 ? .maxAttemptsReached : .pending))
    }
    for isRight in [false, true] {
        #expect(try await bench.check(request, isRight: isRight).ended?.status == .maxAttemptsReached)
    }
    let next = try bench.request()
    #expect(try await bench.send(next).message.verification == next.id)
}

func repeatedCheck(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    for _ in 0..<3 {
        let wrong = try #require(try await bench.check(request, isRight: false, key: "wrong").wrong)
        #expect(wrong.remainingChecks == 4 && wrong.status == .pending)
    }
    // The store does not compare another code under the same key.
    #expect(try await bench.check(request, isRight: true, key: "wrong") == .keyReused)
    #expect(try await bench.report(request).remainingChecks == 4)

    for _ in 0..<3 { #expect(try await bench.check(request, isRight: true, key: "right").isApproved) }
    #expect(try await bench.check(request, isRight: false, key: "right") == .keyReused)
    #expect(try await bench.check(request, isRight: true).ended?.status == .approved)
    #expect(try await bench.check(request, isRight: true, key: "another").ended?.status == .approved)
    #expect(try await bench.check(request, isRight: false, key: "wrong").wrong?.remainingChecks == 4)

    // A check's key belongs to its first verification. A request's key of the same words is a different key.
    let next = try await bench.verification(phone: "+491510002", key: "right")
    #expect(try await bench.check(next, isRight: true, key: "right") == .keyReused)
    #expect(try await bench.check(next, isRight: true, key: "next").isApproved)
}

func missingCodeKey(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let secret = Base64.encodeForURL(Array(repeating: 9, count: 32))
    let older = try KeyRing("older:\(secret)")
    for isRight in [true, false] {
        await #expect(throws: StoreError.keyMissing) {
            try await bench.check(request, isRight: isRight, key: "check", keys: older)
        }
    }
    #expect(try await bench.report(request).remainingChecks == 5)
    #expect(try await bench.check(request, isRight: true, key: "check").isApproved)
}

func expiredCode(_ bench: StoreBench) async throws {
    let rules = SendingRules(codeLife: .zero)
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.report(request).status == .expired)
    for isRight in [true, false] {
        #expect(try await bench.check(request, isRight: isRight).ended?.status == .expired)
    }
    #expect(try await bench.store.cancel(request.id, of: request.app, tellsEvents: false).report?.status == .expired)
    let next = try bench.request()
    #expect(try await bench.send(next, rules: rules).message.verification == next.id)
}

func otherAppsCheck(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let other = try #require(AppID("other"))
    let code = TypedCode(StoreBench.code(of: request.id), keys: StoreBench.ring)
    let phone = PhoneKey(app: other, phone: request.phone.e164)
    for subject in [CheckAttempt.Subject.request(request.id), .phone(phone)] {
        let attempt = CheckAttempt(subject, of: other, code: code, rules: .standard)
        #expect(try await bench.store.check(attempt) == .missing(.unknown))
    }
    #expect(try await bench.check(try bench.request(), isRight: true) == .missing(.unknown))
    let report = try await bench.report(request)
    #expect(report.status == .pending && report.remainingChecks == 5)
}
