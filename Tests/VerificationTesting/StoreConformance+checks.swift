import Testing
import VerificationCore

func rightCode(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let check = try #require(try await bench.count(request).open)
    #expect(check.verification == request.id && check.key == request.phoneKey)
    #expect(check.code == CodeRecipe(keyName: "key", digits: 6) && check.remaining == 4)
    let (report, approved) = try await bench.store.finishCheck(check, isRight: true)
    #expect(approved && report.status == .approved && report.remainingChecks == 0)
    #expect(report.request == .send)
    let again = try await bench.store.finishCheck(check, isRight: true)
    #expect(!again.approved && again.report.status == .approved)
    #expect(try await bench.count(request).ended?.status == .approved)

    let next = try bench.request()
    #expect(try await bench.send(next).message == MessageID(verification: next.id, ordinal: 1))
    #expect(try await bench.report(request).status == .approved)
}

func checkOfJoined(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let joined = try bench.request()
    #expect(try await bench.claim(joined).joined != nil)
    for isRight in [false, true] {
        let check = try #require(try await bench.count(joined).open)
        #expect(check.request == joined.id && check.verification == request.id)
        let (report, approved) = try await bench.store.finishCheck(check, isRight: isRight)
        #expect(approved == isRight && report.id == request.id && report.request == .duplicate)
    }
}

func wrongCodes(_ bench: StoreBench) async throws {
    let request = try await bench.verification(rules: SendingRules(maxChecks: 3))
    for left in [2, 1, 0] {
        let check = try #require(try await bench.count(request).open)
        #expect(check.remaining == left)
        let (report, approved) = try await bench.store.finishCheck(check, isRight: false)
        #expect(!approved && report.remainingChecks == left)
        #expect(report.status == (left == 0 ? .maxAttemptsReached : .pending))
    }
    #expect(try await bench.count(request).ended?.status == .maxAttemptsReached)
    let next = try bench.request()
    #expect(try await bench.send(next).message.verification == next.id)
}

func countedRightCode(_ bench: StoreBench) async throws {
    let request = try await bench.verification(rules: SendingRules(maxChecks: 2))
    let right = try #require(try await bench.count(request).open)
    #expect(try await bench.check(request, isRight: false).counted)
    #expect(try await bench.report(request).status == .maxAttemptsReached)
    #expect(try await bench.store.finishCheck(right, isRight: true).approved)
    #expect(try await bench.report(request).status == .approved)
}

func expiredCode(_ bench: StoreBench) async throws {
    let rules = SendingRules(codeLife: .zero)
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.report(request).status == .expired)
    #expect(try await bench.count(request).ended?.status == .expired)
    #expect(try await bench.store.cancel(request.id, of: request.app).report?.status == .expired)
    let next = try bench.request()
    #expect(try await bench.send(next, rules: rules).message.verification == next.id)
}

func cancel(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let joined = try bench.request()
    _ = try await bench.claim(joined)
    let first = try await bench.cancel(joined)
    #expect(first?.id == request.id && first?.status == .canceled && first?.request == .duplicate)
    let second = try await bench.cancel(request)
    #expect(second?.id == request.id && second?.status == .canceled && second?.request == .send)
    #expect(try await !bench.check(request, isRight: true).counted)

    let next = try await bench.verification()
    #expect(try await bench.report(next).id == next.id)
    #expect(try await bench.check(next, isRight: true).approved)
    #expect(try await bench.store.cancel(next.id, of: next.app).report?.status == .approved)
}

func otherApp(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let other = try #require(AppID("other"))
    let attempt = CheckAttempt(id: request.id, app: other, rules: .standard)
    #expect(try await bench.store.verification(request.id, of: other) == .noSuchVerification)
    #expect(try await bench.store.cancel(request.id, of: other) == .noSuchVerification)
    #expect(try await bench.store.countCheck(attempt) == .noSuchVerification)
    #expect(try await bench.store.erase(PhoneKey(app: other, phone: request.phone.e164)) == 0)
    let nobody = try bench.request()
    #expect(try await bench.store.cancel(nobody.id, of: nobody.app) == .noSuchVerification)
    #expect(try await bench.count(nobody) == .noSuchVerification)
    let report = try await bench.report(request)
    #expect(report.status == .pending && report.remainingChecks == 5)
}

extension CountedCheck {
    package var open: OpenCheck? {
        guard case .open(let check) = self else { return nil }
        return check
    }

    package var ended: VerificationReport? {
        guard case .ended(let report) = self else { return nil }
        return report
    }

    package var limit: LimitReached? {
        guard case .limited(let reached) = self else { return nil }
        return reached
    }
}
