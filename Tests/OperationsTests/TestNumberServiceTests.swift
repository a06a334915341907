import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Changing test numbers")
struct TestNumberServiceTests {
    private let sample = OperatorSample()
    private let ring: KeyRing
    private let app: AppID

    init() throws {
        app = try #require(AppID("demo"))
        ring = try KeyRing("k:\(Base64.encodeForURL(Array(repeating: 7, count: 32)))")
        sample.world.put(App(id: app, displayName: "Demo", rules: SendingRules(maxTestNumbers: 1)))
    }

    @Test("an operator adds, changes and removes a test number, and the audit keeps neither number nor code")
    func life() async throws {
        let (service, person) = (service(ring), try sample.person(.operator))
        let phone = try FakePhoneNumberParser().parse("+491510001")
        _ = try await service.add(phone, as: draft("１２３-456"), to: "demo", because: "a demo", by: person)
        let added = try #require(try await sample.world.testNumbers(of: app).first)
        #expect(ring.open(added.code, of: phone.e164, app: app) == "123456")
        let later = sample.clock.now + .seconds(60)
        let kept = TestNumberService.Draft(code: nil, scenario: .late, expiresAt: later)
        try await service.change(added.id, to: kept, of: "demo", because: "longer", by: person)
        let changed = try #require(try await sample.world.testNumbers(of: app).first)
        #expect(changed.id == added.id && changed.scenario == .late && changed.expiresAt == later)
        #expect(ring.open(changed.code, of: phone.e164, app: app) == "123456", "without a new code it keeps its code")
        try await service.change(added.id, to: draft("654321"), of: "demo", because: "new code", by: person)
        let recoded = try #require(try await sample.world.testNumbers(of: app).first)
        #expect(ring.open(recoded.code, of: phone.e164, app: app) == "654321")
        _ = try await service.remove(added.id, of: "demo", because: "over", by: person)
        #expect(try await sample.world.testNumbers(of: app).isEmpty)
        let lines = try sample.audit()
        #expect(
            lines.count == 4
                && lines.last == "change-test-number done: add test number +49•••••01 of app demo because a demo")
        #expect(lines.allSatisfy { !$0.contains("1510") && !$0.contains("123456") && !$0.contains("654321") })
    }

    @Test("a page, a command and a call of the API leave the same lines, each with its own name")
    func sameLines() async throws {
        let phone = try FakePhoneNumberParser().parse("+491510001")
        let known = try #require(try await sample.world.apps().app(named: "demo"))
        let (backend, command) = (Operator.backend(with: APIKeyHash(of: "vfd_key")), Operator.terminal(user: "Root"))
        for person in [try sample.person(.operator), command] {
            let number = try await service(ring).add(
                phone, as: draft("123456"), to: "demo", because: "", by: person)
            _ = try await service(nil).remove(number.id, of: "demo", because: "", by: person)
        }
        let form = try TestNumberForm(phone: phone, code: "123456", scenario: nil, expiresAt: nil)
        let (number, isNew) = try await service(ring).add(form, to: known, because: "", by: backend)
        #expect(isNew)
        #expect(try await service(ring).numbers(of: app, for: backend) == [number])
        #expect(try await !service(ring).add(form, to: known, because: "", by: backend).isNew)
        _ = try await service(nil).remove(number.id, of: "demo", because: "", by: backend)

        let entries = try sample.world.auditLines(before: nil, limit: 99).map(\.entry)
        #expect(
            Set(entries.map(\.subject)) == [
                "add test number +49•••••01 of app demo", "remove test number +49•••••01 of app demo",
            ])
        let key = "key \(APIKeyHash(of: "vfd_key").shortName)"
        #expect(entries.map(\.actor) == [key, key, key, "Root", "Root", "anna", "anna"])
    }

    @Test("what was no test number is removed without a line, and an app without it is not told of another's")
    func nothingToRemove() async throws {
        let id = ring.makeID(for: app, at: sample.clock.now, random: 9)
        await #expect(throws: OperatorError.nothing("such test number")) {
            try await service(nil).remove(id, of: "demo", because: "x", by: .terminal(user: "root"))
        }
        #expect(try sample.audit().isEmpty)
    }

    @Test("nobody below an operator may", arguments: [OperatorRole.viewer, .support])
    func roles(_ role: OperatorRole) async throws {
        let (service, person) = (service(ring), try sample.person(role))
        await #expect(throws: OperatorError.forbidden(.changeTestNumber)) {
            try await service.previewAddition(to: "demo", for: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeTestNumber)) {
            _ = try await service.add(
                try FakePhoneNumberParser().parse("+491510001"), as: draft("123456"), to: "demo", because: "x",
                by: person)
        }
        #expect(try await sample.world.testNumbers(of: app).isEmpty)
    }

    @Test(
        "refuses what cannot be a test number",
        arguments: [
            ("+491510001", "12"), ("+491510001", nil), ("+19005550123", "123456"),
        ] as [(String, String?)])
    func refused(_ number: String, _ code: String?) async throws {
        await #expect(throws: OperatorError.self) {
            _ = try await service(ring).add(
                try FakePhoneNumberParser().parse(number), as: draft(code), to: "demo", because: "x",
                by: try sample.person(.operator))
        }
        #expect(try await sample.world.testNumbers(of: app).isEmpty)
    }

    @Test("refuses a number too many, an end that has passed, and an app that is not there")
    func bounds() async throws {
        let (service, person) = (service(ring), try sample.person(.operator))
        let phone = try FakePhoneNumberParser().parse("+491510001")
        let past = TestNumberService.Draft(code: "123456", scenario: nil, expiresAt: sample.clock.now)
        await #expect(throws: OperatorError.noTestNumber(.ended)) {
            _ = try await service.add(phone, as: past, to: "demo", because: "x", by: person)
        }
        await #expect(throws: OperatorError.nothing("such app")) {
            _ = try await service.add(phone, as: draft("123456"), to: "other", because: "x", by: person)
        }
        _ = try await service.add(phone, as: draft("123456"), to: "demo", because: "x", by: person)
        await #expect(throws: OperatorError.noTestNumber(.tooMany(1))) {
            _ = try await service.add(
                try FakePhoneNumberParser().parse("+491510002"), as: draft("123456"), to: "demo", because: "x",
                by: person)
        }
    }

    @Test(
        "a list replaces all of an app's numbers or none; the audit counts them, and no role that is too low has a say")
    func replacing() async throws {
        let known = App(
            id: app, displayName: "Demo", rules: SendingRules(maxTestNumbers: 2))
        sample.world.put(known)
        let (service, backend) = (service(ring), Operator.backend(with: APIKeyHash(of: "vfd_key")))
        let phones = try (1...3).map { try FakePhoneNumberParser().parse("+49151000\($0)") }
        func forms(_ codes: [(Int, String)]) throws -> [TestNumberForm] {
            try codes.map { try TestNumberForm(phone: phones[$0], code: $1, scenario: nil, expiresAt: nil) }
        }
        let lists = [
            [(0, "111111"), (1, "222222")], [(0, "111111"), (1, "222222")], [(0, "333333"), (2, "222222")],
            [(0, "1111"), (1, "1111"), (2, "1111")],
        ]
        var outcomes: [TestNumberService.Replaced] = []
        for list in lists {
            outcomes.append(try await service.replaceAll(with: forms(list), of: known, because: "", by: backend))
        }
        #expect(outcomes == [.replaced, .replaced, .replaced, .refused(.tooMany(2), nil)])
        let viewer = try sample.person(.viewer)
        await #expect(throws: OperatorError.forbidden(.changeTestNumber)) {
            try await service.replaceAll(with: [], of: known, because: "", by: viewer)
        }
        #expect(try await Set(sample.world.testNumbers(of: app).map(\.phone)) == [phones[0], phones[2]])
        let subject = "test numbers of app demo"
        #expect(
            try sample.audit() == [
                "change-test-number forbidden: \(subject)", "change-test-number failed: \(subject)",
                "change-test-number done: \(subject): 1 added, 1 changed, 1 removed",
                "change-test-number done: \(subject): 2 added",
            ])
    }

    @Test("a dashboard without the keys of the codes adds no number, and still removes one")
    func withoutKeys() async throws {
        let person = try sample.person(.operator)
        let phone = try FakePhoneNumberParser().parse("+491510001")
        await #expect(throws: OperatorError.self) {
            _ = try await service(nil).add(phone, as: draft("123456"), to: "demo", because: "x", by: person)
        }
        _ = try await service(ring).add(phone, as: draft("123456"), to: "demo", because: "x", by: person)
        let number = try #require(try await sample.world.testNumbers(of: app).first)
        _ = try await service(nil).remove(number.id, of: "demo", because: "x", by: person)
        #expect(try await sample.world.testNumbers(of: app).isEmpty)
    }

    private func service(_ ring: KeyRing?) -> TestNumberService {
        TestNumberService(
            store: sample.world, keyRing: ring, permits: sample.permits, now: { [sample] in sample.clock.now },
            random: { .random(in: 0 ... .max) })
    }

    private func draft(_ code: String?) -> TestNumberService.Draft {
        TestNumberService.Draft(code: code, scenario: nil, expiresAt: nil)
    }
}
