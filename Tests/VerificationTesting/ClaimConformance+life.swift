import Testing
import VerificationCore

/// The code's life changes with the rules here, so that no test has to wait for its end.
func resendExtends(_ bench: StoreBench) async throws {
    let first = try bench.request()
    _ = try await bench.send(first, rules: SendingRules(resendAfter: .zero, codeLife: .seconds(60)))
    // Half of this life is more than the code has left, and less than resends may make of it.
    let longer = SendingRules(resendAfter: .zero, codeLife: .seconds(200))
    let order = try await bench.send(try bench.request(), rules: longer)
    #expect(order.message == MessageID(verification: first.id, ordinal: 2))
    #expect(order.summary.expiresAt == order.decidedAt + .seconds(100))
    #expect(try await bench.report(first).expiresAt == order.summary.expiresAt)
    let tooLong = SendingRules(resendAfter: .zero, codeLife: .seconds(4_000))
    let third = try bench.request()
    #expect(try await bench.send(third, rules: tooLong).message == MessageID(verification: third.id, ordinal: 1))
    #expect(try await bench.report(first).status == .canceled)
}
