import Testing
import VerificationCore

func rightCode(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let check = try #require(try await bench.store.countCheck(request.id, of: request.app).open)
    #expect(check.verification == request.id && check.app == request.app)
    #expect(check.code == CodeRecipe(keyName: "key", digits: 6) && check.remaining == 4)
    let (report, approved) = try await bench.store.finishCheck(check, isRight: true)
    #expect(approved && report.status == .approved && report.remainingChecks == 0)
    let again = try await bench.store.finishCheck(check, isRight: true)
    #expect(!again.approved && again.report.status == .approved)
    #expect(try await bench.store.countCheck(request.id, of: request.app).ended?.status == .approved)

    let next = try bench.request()
    #expect(try await bench.send(next).message == MessageID(verification: next.id, ordinal: 1))
    #expect(try await bench.report(request).status == .approved)
}

func wrongCodes(_ bench: StoreBench) async throws {
    let request = try await bench.verification(rules: SendingRules(maxChecks: 3))
    for left in [2, 1, 0] {
        let check = try #require(try await bench.store.countCheck(request.id, of: request.app).open)
        #expect(check.remaining == left)
        let (report, approved) = try await bench.store.finishCheck(check, isRight: false)
        #expect(!approved && report.remainingChecks == left)
        #expect(report.status == (left == 0 ? .maxAttemptsReached : .pending))
    }
    #expect(try await bench.store.countCheck(request.id, of: request.app).ended?.status == .maxAttemptsReached)
    let next = try bench.request()
    #expect(try await bench.send(next).message.verification == next.id)
}

func countedRightCode(_ bench: StoreBench) async throws {
    let request = try await bench.verification(rules: SendingRules(maxChecks: 2))
    let right = try #require(try await bench.store.countCheck(request.id, of: request.app).open)
    #expect(try await bench.check(request, isRight: false).counted)
    #expect(try await bench.report(request).status == .maxAttemptsReached)
    #expect(try await bench.store.finishCheck(right, isRight: true).approved)
    #expect(try await bench.report(request).status == .approved)
}

func expiredCode(_ bench: StoreBench) async throws {
    let rules = SendingRules(codeLife: .zero)
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.report(request).status == .expired)
    #expect(try await bench.store.countCheck(request.id, of: request.app).ended?.status == .expired)
    #expect(try await bench.store.cancel(request.id, of: request.app)?.status == .expired)
    let next = try bench.request()
    #expect(try await bench.send(next, rules: rules).message.verification == next.id)
}

func cancel(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let joined = try bench.request()
    _ = try await bench.claim(joined)
    let first = try await bench.store.cancel(joined.id, of: joined.app)
    #expect(first?.id == request.id && first?.status == .canceled)
    #expect(try await bench.store.cancel(request.id, of: request.app) == first)
    #expect(try await !bench.check(request, isRight: true).counted)

    let next = try await bench.verification()
    #expect(try await bench.report(next).id == next.id)
    #expect(try await bench.check(next, isRight: true).approved)
    #expect(try await bench.store.cancel(next.id, of: next.app)?.status == .approved)
}

func otherApp(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let other = try #require(AppID("other"))
    #expect(try await bench.store.verification(request.id, of: other) == nil)
    #expect(try await bench.store.cancel(request.id, of: other) == nil)
    #expect(try await bench.store.countCheck(request.id, of: other) == .noSuchVerification)
    let nobody = try bench.request()
    #expect(try await bench.store.cancel(nobody.id, of: nobody.app) == nil)
    #expect(try await bench.store.countCheck(nobody.id, of: nobody.app) == .noSuchVerification)
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
}
