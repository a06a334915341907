import Messages
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Changing apps, their texts, keys and endpoints")
struct AppServiceTests {
    private let sample = OperatorSample()
    private let service: AppService
    private let id: AppID
    private let admin: Operator

    init() throws {
        service = AppService(store: sample.world, permits: sample.permits)
        id = try #require(AppID("demo"))
        admin = try sample.person(.admin)
    }

    @Test("an app is made and changed, and the audit says what differs; nothing new leaves no line")
    func save() async throws {
        let made = App(id: id, displayName: "Demo")
        #expect(try await service.preview("demo", for: admin) == nil)
        try await service.save(made, since: nil, because: "", by: admin)
        let changed = App(id: id, displayName: "Demo Shop", rules: SendingRules(maxTestNumbers: 1))
        try await service.save(changed, since: made, because: "a new name", by: .terminal(user: "root"))
        try await service.save(changed, since: changed, because: "once more", by: admin)
        #expect(try await service.preview("demo", for: admin)?.displayName == "Demo Shop")
        #expect(
            try sample.audit() == [
                "change-app done: app demo: changed: name, maxTestNumbers because a new name",
                "change-app done: app demo: made",
            ])
    }

    @Test("test numbers are switched on again only while the app has sent a real SMS to none of them")
    func testNumbers() async throws {
        let bench = StoreBench(workers: [sample.world], now: sample.clock.now, knowledge: sample.world)
        let off = App(id: id, displayName: "Demo", rules: SendingRules(takesTestNumbers: false))
        let on = App(id: id, displayName: "Demo")
        sample.world.put(off)
        let number = try bench.testNumber()
        #expect(try await sample.world.save(number, of: id, limit: 10) == .saved(number))
        try await service.save(on, since: off, because: "", by: admin)
        try await service.save(off, since: on, because: "", by: admin)
        _ = try await bench.send(try bench.request(phone: number.phone.e164))
        let refusal = OperatorError.unusable(
            "The app has sent a real SMS to its test number \(number.phone.masked). Remove this test number first.")
        await #expect(throws: refusal) { try await service.save(on, since: off, because: "", by: admin) }
        #expect(try await service.preview("demo", for: admin)?.rules == off.rules)
        #expect(try await sample.world.removeTestNumber(number.id, of: id))
        try await service.save(on, since: off, because: "", by: admin)
        #expect(try await service.preview("demo", for: admin)?.rules == on.rules)
    }

    @Test("rules under which no number works are refused, and change nothing")
    func noNumber() async throws {
        let (live, none) = (SendingRules(), SendingRules(isTesting: true, takesTestNumbers: false))
        sample.world.put(App(id: id, displayName: "Demo", rules: live))
        let refusal = OperatorError.unusable(
            "Only test numbers work in testing mode, so the app cannot switch them off too.")
        await #expect(throws: refusal) {
            try await service.save(App(id: id, displayName: "Demo", rules: none), since: nil, because: "", by: admin)
        }
        #expect(try await service.preview("demo", for: admin)?.rules == live)
    }

    @Test("a text is set and removed; a text that is not there leaves no line")
    func texts() async throws {
        sample.world.put(App(id: id, displayName: "Demo"))
        let (french, text) = (try #require(LanguageTag("fr")), try AppText("Code {app} : {code}"))
        try await service.set(text, for: french, of: id, because: "", by: admin)
        #expect(try await service.previewRemoval(ofTextFor: french, of: id, for: admin) == text)
        try await service.removeText(for: french, of: id, because: "", by: admin)
        let absent = OperatorError.nothing("text of app demo for fr")
        await #expect(throws: absent) { try await service.removeText(for: french, of: id, because: "", by: admin) }
        await #expect(throws: absent) {
            try await service.previewRemoval(ofTextFor: french, of: id, for: admin)
        }
        let other = try #require(AppID("other"))
        await #expect(throws: OperatorError.nothing("app other")) {
            try await service.set(text, for: french, of: other, because: "", by: admin)
        }
        #expect(
            try sample.audit() == [
                "change-app done: app demo: text for fr removed", "change-app done: app demo: text for fr set",
            ])
    }

    @Test("an endpoint moves with its secret, gets another secret, and goes; the audit holds neither URL nor secret")
    func endpoint() async throws {
        sample.world.put(App(id: id, displayName: "Demo"))
        let first = EventEndpoint(url: "https://a.example/e", secret: SealedCode(keyName: "k", bytes: [1]))
        let moved = first.moved(to: "https://b.example/e")
        let rotated = moved.rotated(to: SealedCode(keyName: "k", bytes: [2]), at: sample.clock.now)
        for endpoint in [first, moved, rotated] {
            let app = try #require(try await service.preview("demo", for: admin))
            try await service.save(endpoint, of: app, because: "", by: admin)
        }
        #expect(try await service.preview("demo", for: admin)?.endpoint == rotated)
        #expect(try await service.removeEndpoint(of: id, because: "", by: admin))
        #expect(try await !service.removeEndpoint(of: id, because: "", by: admin))
        let lines = [
            "events switched off", "another secret for events", "events sent to another URL", "events switched on",
        ]
        #expect(try sample.audit() == lines.map { "change-app done: app demo: \($0)" })
    }

    @Test("a key is added and ended once, and the audit names it by its short name")
    func keys() async throws {
        sample.world.put(App(id: id, displayName: "Demo"))
        let key = APIKeyHash(of: "vfd_key")
        try await service.add(
            key, to: id, scope: .send, bounds: .none, label: "shop", because: "", by: admin)
        #expect(try await service.previewRevocation(of: key.shortName, of: id, for: admin).label == "shop")
        try await service.revoke(key.shortName, of: id, because: "", by: admin)
        let absent = OperatorError.nothing("live key \(key.shortName) of app demo")
        await #expect(throws: absent) { try await service.revoke(key.shortName, of: id, because: "", by: admin) }
        await #expect(throws: absent) {
            try await service.previewRevocation(of: key.shortName, of: id, for: admin)
        }
        let other = try #require(AppID("other"))
        await #expect(throws: OperatorError.nothing("app other")) {
            try await service.revoke(key.shortName, of: other, because: "", by: admin)
        }
        #expect(
            try sample.audit() == [
                "change-key done: app demo: key \(key.shortName) revoked",
                "change-key done: app demo: key \(key.shortName) for send made",
            ])
    }

    @Test("nobody below an admin may, not even look ahead", arguments: [OperatorRole.viewer, .support, .operator])
    func roles(_ role: OperatorRole) async throws {
        let (person, app) = (try sample.person(role), App(id: id, displayName: "Demo"))
        await #expect(throws: OperatorError.forbidden(.changeApp)) { try await service.preview("demo", for: person) }
        await #expect(throws: OperatorError.forbidden(.changeApp)) {
            try await service.save(app, since: nil, because: "", by: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeKey)) {
            try await service.revoke("1a2b3c4d", of: id, because: "", by: person)
        }
        #expect(try await sample.world.apps().readable.isEmpty)
        #expect(try sample.audit().allSatisfy { $0.contains(" forbidden: app demo") })
    }

    @Test("while the audit takes no line, a command changes the app and warns")
    func noAudit() async throws {
        sample.world.away = [.operatorsAndAudit]
        let (warnings, app) = (Warnings(), App(id: id, displayName: "Demo"))
        let command = AppService(store: sample.world, permits: sample.commandPermits(warnings))
        try await command.save(app, since: nil, because: "", by: .terminal(user: "root"))
        #expect(try await sample.world.apps().readable.map(\.id) == [id] && warnings.problems == [.unavailable])
    }
}
