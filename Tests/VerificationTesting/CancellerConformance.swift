import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who cancels verifications may rely on.
    package static let canceling = PortPromises(
        to: "VerificationStore, cancelling",
        [
            StorePromise(
                "cancelling ends a pending verification; twice is once, and an approved one stays approved", cancel),
            StorePromise(
                "another app ends nothing, and an id that no worker has seen leads nowhere", othersCancelNothing),
        ])
}

func cancel(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let joined = try bench.request()
    _ = try await bench.claim(joined)
    let first = try await bench.cancel(joined)
    #expect(first?.id == request.id && first?.status == .canceled && first?.requestOutcome == .duplicate)
    let second = try await bench.cancel(request)
    #expect(second?.id == request.id && second?.status == .canceled && second?.requestOutcome == .send)
    #expect(try await bench.check(request, isRight: true).ended?.status == .canceled)

    let next = try await bench.verification()
    #expect(try await bench.report(next).id == next.id)
    #expect(try await bench.check(next, isRight: true).isApproved)
    #expect(try await bench.store.cancel(next.id, of: next.app, tellsEvents: false).report?.status == .approved)
}

func othersCancelNothing(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let other = try #require(AppID("other"))
    #expect(try await bench.store.cancel(request.id, of: other, tellsEvents: false) == .missing(.unknown))
    let unseen = try bench.request()
    #expect(try await bench.store.cancel(unseen.id, of: unseen.app, tellsEvents: false) == .missing(.unknown))
    #expect(try await bench.report(request).status == .pending)
}
