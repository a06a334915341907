import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Canceling verifications, and forgetting what is on record of a phone")
struct VerificationServiceTests {
    private let sample = OperatorSample()
    private let bench: StoreBench
    private let service: VerificationService

    init() async throws {
        sample.world.put(App(id: try #require(AppID("demo")), displayName: "Demo", rules: .fiveOfEverything))
        bench = StoreBench(workers: [sample.world], now: sample.clock.now)
        service = VerificationService(store: sample.world, apps: sample.world, permits: sample.permits)
    }

    @Test("a verification is canceled once, and an ended one stays as it is without a line")
    func cancel() async throws {
        let (request, person) = (try await sent(), try sample.person(.support))
        #expect(try await service.previewCancel(of: request.id, for: person).status == .pending)
        let (before, after) = try await service.cancel(request.id, because: "a call", by: person)
        #expect(before.status == .pending && after.status == .canceled)
        #expect(try await service.cancel(request.id, because: "again", by: person).before.status == .canceled)
        #expect(try sample.audit() == ["cancel-verification done: verification \(request.id) because a call"])
    }

    @Test("an erasure is previewed by its number, and a command and a backend leave the same line")
    func erase() async throws {
        let (request, command) = (try await sent(), Operator.terminal(user: "root"))
        #expect(try await service.previewErasure(of: request.phone, in: request.app, for: command) == 1)
        #expect(try await service.previewErasure(of: request.phone, in: nil, for: command) == 1)
        #expect(try await service.erase(request.phone, in: request.app, because: "", by: command) == 1)
        let backend = Operator.backend(with: APIKeyHash(of: "vfd_key"))
        #expect(try await service.erase(request.phone, in: request.app, because: "", by: backend) == 0)
        #expect(try await service.erase(request.phone, in: nil, because: "", by: command) == 0)
        let masked = request.phone.masked
        #expect(
            try sample.audit() == [
                "erase-verifications done: \(masked): 0 erased",
                "erase-verifications done: \(masked) of app demo: 0 erased",
                "erase-verifications done: \(masked) of app demo: 1 erased",
            ])
    }

    @Test("a viewer cancels nothing, and only an admin forgets a phone")
    func roles() async throws {
        let request = try await sent()
        await #expect(throws: OperatorError.forbidden(.cancelVerification)) {
            _ = try await service.cancel(request.id, because: "x", by: try sample.person(.viewer))
        }
        await #expect(throws: OperatorError.forbidden(.eraseVerifications)) {
            _ = try await service.erase(request.phone, in: nil, because: "x", by: try sample.person(.operator))
        }
        #expect(try await service.previewCancel(of: request.id, for: try sample.person(.support)).status == .pending)
    }

    @Test("while the audit takes no line, a command cancels and warns, and a page would not")
    func noAudit() async throws {
        let request = try await sent()
        sample.world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            _ = try await service.cancel(request.id, because: "x", by: try sample.person(.support))
        }
        let warnings = Warnings()
        let command = VerificationService(
            store: sample.world, apps: sample.world, permits: sample.commandPermits(warnings))
        let (_, after) = try await command.cancel(request.id, because: "x", by: .terminal(user: "root"))
        #expect(after.status == .canceled && warnings.problems == [.unavailable])
    }

    private func sent() async throws -> VerificationRequest {
        let request = try bench.request(clientIP: "192.0.2.1")
        _ = try await bench.send(request, rules: .fiveOfEverything)
        return request
    }
}
