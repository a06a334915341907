import StrictJSON
import Testing
import VerificationCore
import VerificationTesting
import Verifications

/// Calls the use cases as a surface other than HTTP does: start, check, show, cancel, erase.
@Suite("Use cases, called by nobody's protocol")
struct UseCaseTests {
    private let world = InMemoryWorld(clock: ManualClock(Timestamp(seconds: 1_767_229_200)))
    private let queue = RecordingQueue()
    private let ports: VerificationPorts
    private let tallies = TallyBuffer()
    private let app: App
    private var clock: ManualClock { world.clock }

    init() throws {
        let clock = world.clock
        let keys = try KeyRing("k1:" + Base64.encodeForURL(Array(repeating: 7, count: 32)))
        ports = VerificationPorts(
            queue: queue, store: world,
            ids: RequestIDs(keyRing: keys, codeKeys: world, random: { .random(in: 0 ... .max) }),
            phones: FakePhoneNumberParser(),
            facts: Facts(statistics: [tallies.hear]),
            now: { clock.now })
        app = App(id: try #require(AppID("demo")), displayName: "Demo")
        world.put(app)
    }

    @Test("a verification is started, sent, shown and approved; a second code finds that it has ended")
    func journey() async throws {
        let request = try await started()
        let show = ShowVerification(ports)
        guard case .missing(.queued) = try await show.show(request.id, of: app) else { throw Unexpected() }
        try await send(request)
        guard case .found(let report) = try await show.show(request.id, of: app) else { throw Unexpected() }
        #expect(report.status == .pending)

        let code = try #require(ports.ids.keyRing.code(CodeRecipe(keyName: "k1", digits: 6), of: request.id))
        let check = CheckCode(ports)
        let wrong = String(code.reversed()) == code ? "000000" : String(code.reversed())
        guard
            case .wrong(let after) = try await check.check(
                wrong, of: .request(request.id), in: app, clientIP: nil, key: nil)
        else { throw Unexpected() }
        #expect(after.remainingChecks == app.rules.maxChecks - 1)
        let phone = PhoneKey(app: app.id, phone: request.phone.e164)
        guard case .approved = try await check.check(code, of: .phone(phone), in: app, clientIP: nil, key: nil),
            case .ended(let ended) = try await check.check(
                code, of: .request(request.id), in: app, clientIP: nil, key: nil),
            case .missing(.unknown) = try await check.check(code, of: .phone(phone), in: app, clientIP: nil, key: nil)
        else { throw Unexpected() }
        #expect(ended.status == .approved)
    }

    @Test("a verification that is cancelled has ended, and one that was erased is expired")
    func ends() async throws {
        let request = try await started()
        let cancel = CancelVerification(ports)
        guard case .missing(.queued) = try await cancel.cancel(request.id, of: app) else { throw Unexpected() }
        try await send(request)
        guard case .found(let report) = try await cancel.cancel(request.id, of: app) else { throw Unexpected() }
        #expect(report.status == .canceled)
        #expect(try await world.erase(request.phone.e164, of: [app.id]) == 1)
        let shown = try await ShowVerification(ports).show(request.id, of: app)
        guard case .missing(.expired) = shown else { throw Unexpected() }
    }

    @Test("what no worker would serve is refused before the queue hears of it, and an unconfirmed request has its id")
    func refused() async throws {
        let fixed = app
        let elsewhere = App(
            id: fixed.id, displayName: "Demo", rules: SendingRules(regions: .only(["FR"])))
        guard case .refused(.regionNotAllowed) = try await start(elsewhere) else { throw Unexpected() }
        #expect(queue.published.isEmpty)
        queue.fail(with: .unknown)
        let problem = await #expect(throws: RequestNotQueued.self) { try await start(app) }
        #expect(problem?.problem == .unknown)
        #expect(queue.published.map(\.request.id) == [problem?.request])
    }

    @Test(
        "a request that is published again under its key waits for what is left of the caller's patience",
        arguments: [(.seconds(20), .seconds(10)), (.seconds(30), nil), (.seconds(31), nil)] as [(Duration, Duration?)])
    func onePatience(first: Duration, left: Duration?) async throws {
        let key = try #require(IdempotencyKey("order 7"))
        let request = try await started(key: key)
        try await send(request)
        _ = try await world.erase(request.phone.e164, of: [app.id])
        queue.answer { [clock] asked in
            guard asked.id == request.id else { return nil }
            clock.advance(by: first)
            return .known
        }
        let again = try await start(app, key: key, waiting: .seconds(30))
        guard case .accepted(let anew) = again, anew.id != request.id else { throw Unexpected() }
        let asked = queue.published.dropFirst()
        #expect(asked.map(\.request.id) == [request.id, anew.id])
        #expect(asked.map(\.wait) == [.seconds(30), left])
    }

    @Test("a phone's verifications are listed newest first, and the last page names no next", arguments: 1...6)
    func pages(size: Int) async throws {
        var ids: [VerificationID] = []
        var phone: PhoneNumber?
        for _ in 0..<5 {
            let request = try await started()
            try await send(request)
            _ = try await CancelVerification(ports).cancel(request.id, of: app)
            clock.advance(by: .seconds(7_200))
            ids.append(request.id)
            phone = request.phone
        }
        let list = ListVerifications(ports)
        var pages: [[VerificationID]] = []
        var last: VerificationID?
        repeat {
            let page = try await list.page(of: try #require(phone), app, size: size, after: last)
            pages.append(page.reports.map(\.id))
            last = page.last
        } while last != nil
        #expect(pages.flatMap { $0 } == ids.reversed())
        #expect(pages.count == (5 + size - 1) / size && pages.dropLast().allSatisfy { $0.count == size })
        let other = App(id: try #require(AppID("other")), displayName: "Other")
        #expect(try await list.page(of: try #require(phone), other, size: size, after: nil).reports.isEmpty)
    }

    @Test("starts, refusals and checks are counted, a test number's are not, each in the minute of its id")
    func counts() async throws {
        let number = try #require(
            try app.newTestNumber(
                try form("+4915112345678"), sealedBy: ports.ids.keyRing, at: clock.now, random: 1))
        var testing = app
        testing.testNumbers = [number.phone.e164: number]
        _ = try await start(testing)
        #expect(tallies.take().isEmpty)

        let request = try await started()
        try await send(request)
        clock.advance(by: .seconds(90))
        let check = CheckCode(ports)
        let code = try #require(ports.ids.keyRing.code(CodeRecipe(keyName: "k1", digits: 6), of: request.id))
        for typed in [String(code.reversed()), code, code] {
            _ = try await check.check(typed, of: .request(request.id), in: app, clientIP: nil, key: nil)
        }
        _ = try await start(App(id: app.id, displayName: "Demo", rules: SendingRules(regions: .only(["FR"]))))
        queue.fail(with: .unknown)
        await #expect(throws: RequestNotQueued.self) { try await start(app) }

        let (begun, now) = (Minute(request.id.madeAt), Minute(clock.now))
        func tally(_ kind: TallyKind, _ minute: Minute, _ reason: String = "") -> Tally {
            Tally(TallyKey(kind, in: minute, app: "demo", region: "DE", reason: reason), count: 1)
        }
        #expect(
            tallies.take() == [
                tally(.approved, begun), tally(.notQueued, now, "unknown"), tally(.started, begun),
                tally(.turnedAway, now, "region-not-allowed"), tally(.wrongCode, begun),
            ])
    }

    @Test("a test number that is switched off is counted like any other number, and its fixed code opens nothing")
    func switchedOff() async throws {
        let number = try #require(
            try app.newTestNumber(
                try form("+4915112345678"), sealedBy: ports.ids.keyRing, at: clock.now, random: 1))
        var (on, off) = (app, App(id: app.id, displayName: "Demo", rules: SendingRules(takesTestNumbers: false)))
        on.testNumbers = [number.phone.e164: number]
        off.testNumbers = on.testNumbers
        guard case .accepted(let request) = try await start(on) else { throw Unexpected() }
        #expect(tallies.take().isEmpty)
        _ = try await start(off)
        #expect(tallies.take().map(\.key.kind) == [.started])

        try await send(request, testNumber: number)
        let check = CheckCode(ports)
        let switchedOff = try await check.check("123456", of: .request(request.id), in: off, clientIP: nil, key: nil)
        guard case .wrong = switchedOff else { throw Unexpected() }
        let switchedOn = try await check.check("123456", of: .request(request.id), in: on, clientIP: nil, key: nil)
        guard case .approved = switchedOn else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    private func form(_ phone: String) throws -> TestNumberForm {
        let members = [("phoneNumber", phone), ("code", "123456")]
        return try TestNumberForm(
            reading: JSONObject(members.map { .init(key: $0, value: .string($1)) }), phones: FakePhoneNumberParser(),
            now: ports.now())
    }

    private func start(
        _ app: App, key: IdempotencyKey? = nil, waiting patience: Duration? = nil
    ) async throws -> Started {
        let body = JSONObject([.init(key: "phoneNumber", value: .string("+4915112345678"))])
        let form = try RequestForm(reading: body, phones: FakePhoneNumberParser())
        return try await StartVerification(ports).start(form, of: app, key: key, trace: nil, waiting: patience)
    }

    private func started(key: IdempotencyKey? = nil) async throws -> VerificationRequest {
        guard case .accepted(let request) = try await start(app, key: key) else { throw Unexpected() }
        return request
    }

    /// Claims and records the request as a worker does.
    private func send(_ request: VerificationRequest, testNumber: TestNumber? = nil) async throws {
        let claim = Claim(
            request: request, rules: app.rules, testNumber: testNumber, codeKey: "k1", lease: .seconds(30), token: 1,
            basis: world.basis(for: request.app))
        guard case .send(let order) = try await world.claim(claim) else { throw Unexpected() }
        let record = SendRecord(
            order: order, request: request, rules: app.rules, gateway: "sandbox",
            text: MessageText("Your code", language: .english), outcome: .accepted(gatewayID: nil))
        #expect(try await world.record(record).isSaved)
    }
}
