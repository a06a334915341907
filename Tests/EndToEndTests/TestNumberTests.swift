import StrictJSON
import Testing
import VerificationCore

/// Numbers with a fixed code, through the real program: nothing that they get reaches the gateway.
@Suite("test numbers", .serialized, .timeLimit(.minutes(10)))
struct TestNumberTests {
    /// The app does not serve Germany: until a worker knows a German test number, it refuses the number.
    private static let regions = "GB"
    private static let real = "+447400123456"
    private static let british = "+447400123457"

    @Test(
        "are added, listed and removed by API and command alike; each scenario ends as documented, and nothing is sent")
    func scenarios() async throws {
        try await withSite(rules: #"{"resendAfter":0}"#, regions: Self.regions) { site in
            let api = try await site.serve().caller
            let phones = Site.phones(5)
            try await add(phones, site, api)
            try await eventually("the test numbers are known") {
                try await api.askOnce(phones[4]).status == 429
            }
            let before = try await statistics(api)

            let plain = try await api.askOnce(phones[0])
            #expect(plain.status == 200)
            #expect(plain.body["message"]?["status"]?.string == "accepted")
            let undelivered = try await api.askOnce(phones[1])
            // A receipt says later that it did not arrive.
            #expect(undelivered.body["message"]?["status"]?.string == "accepted")
            let late = try await api.askOnce(phones[2])
            #expect(late.status == 202)
            #expect(late["status"] == "pending")
            let down = try await api.askOnce(phones[3])
            #expect(down["status"] == "failed")
            #expect(down["reason"] == "gateway-down")
            let limited = try await api.askOnce(phones[4])
            #expect(limited["reason"] == "sends-per-phone")
            #expect(limited.header("retry-after") != nil)
            try await expectEnded(late, api, as: "accepted", tries: 2)
            try await expectEnded(undelivered, api, as: "undelivered", tries: 1)
            try await expectEnded(down, api, as: "failed", tries: 1)

            for answer in [plain, undelivered, late] { try await expectApproval(answer, api) }
            try await expectNoLimit(phones[0], api)
            #expect(try await statistics(api) == before)
            #expect(site.ledger.calls.isEmpty)
            try await expectRealAgain(site, api)
            try await site.expectDrained()
        }
    }

    /// Adds the plain and the limited test number by API, the other test numbers by command.
    private func add(_ phones: [String], _ site: Site, _ api: APICaller) async throws {
        #expect(try await api.saveTestNumber(Self.british, code: "000000").status == 201)
        let plain = try await api.saveTestNumber(phones[0], code: "111111")
        #expect(plain.status == 201)
        for (phone, scenario) in zip(phones[1...3], ["undelivered", "late", "gateway-down"]) {
            let added = try await site.run(
                ["test-numbers", "add", Site.app, phone, "--code", "123456", "--scenario", scenario])
            #expect(added["scenario"]?.string == scenario)
        }
        #expect(try await api.saveTestNumber(phones[4], code: "123456", scenario: "limited").status == 201)
        // The same phone again is the same test number.
        let changed = try await api.saveTestNumber(phones[0], code: "123456")
        #expect(changed.status == 200)
        #expect(changed["id"] == plain["id"])

        let told = try await api.send("GET", "/v1/test-numbers", key: api.key)
        #expect(told.body["testNumbers"]?.array?.compactMap { $0["phoneNumber"]?.string } == [Self.british] + phones)
        #expect(!told.text.contains("123456"))
        let listed = try await site.run(["test-numbers", "list", Site.app])
        #expect(listed.array?.compactMap { $0["phoneNumber"]?.string } == [Self.british] + phones)
        #expect(!String(decoding: listed.serialized, as: UTF8.self).contains("123456"))
    }

    private func expectEnded(
        _ answer: APICaller.Answer, _ api: APICaller, as status: String, tries: Int64
    ) async throws {
        let id = try #require(answer.id)
        try await eventually("its message is \(status)") {
            try await api.show(id).body["messages"]?.array?.first?["status"]?.string == status
        }
        let message = try await api.show(id).body["messages"]?.array?.first
        #expect(message?["tries"]?.integer == tries)
        #expect(message?["gateway"]?.string == "test-number")
    }

    /// Expects that the fixed code is right exactly once, and that no other code is right.
    private func expectApproval(_ answer: APICaller.Answer, _ api: APICaller) async throws {
        let id = try #require(answer.id)
        #expect(try await api.check(id, "111111").status == 422)
        #expect(try await api.check(id, "123456")["status"] == "approved")
        #expect(try await api.check(id, "123456").status == 409)
    }

    /// Asks and checks more often than any limit on sends or on wrong codes would admit.
    private func expectNoLimit(_ phone: String, _ api: APICaller) async throws {
        for _ in 1...4 {
            let id = try #require(try await api.askOnce(phone).id)
            for _ in 1...5 { #expect(try await api.askOnce(phone).status == 200) }
            for _ in 1...5 { #expect(try await api.check(id, "111111").status == 422) }
            #expect(try await api.check(id, "123456").status == 409)
        }
    }

    /// The metrics of calls, verdicts, gateway calls and outcomes.
    private func statistics(_ api: APICaller) async throws -> [Substring] {
        let counted = [
            "verifyd_verdicts_total", "verifyd_gateway_calls_total", "verifyd_gateway_call_seconds",
            "verifyd_starts_total", "verifyd_outcomes_total", "verifyd_job_wait_seconds",
        ]
        return try await api.metrics().split(separator: "\n").filter { line in counted.contains { line.hasPrefix($0) } }
    }

    /// Removes test numbers, and expects that they are real numbers again: their fixed codes are worth nothing.
    private func expectRealAgain(_ site: Site, _ api: APICaller) async throws {
        let numbers = try #require(try await site.run(["test-numbers", "list", Site.app]).array)
        let id = try #require(numbers.first?["id"]?.string)
        #expect(try await api.send("DELETE", "/v1/test-numbers/\(id)", key: api.key).status == 204)
        #expect(try await api.send("DELETE", "/v1/test-numbers/\(id)", key: api.key).status == 404)
        _ = try await site.run(["test-numbers", "remove", Site.app, try #require(numbers[1]["phoneNumber"]?.string)])
        var verification = ""
        try await eventually("a number is no test number any more") {
            verification = try #require(try await api.askOnce(Self.british).id)
            return !site.ledger.sms.isEmpty
        }
        let code = try site.ledger.onlyCode(of: Self.british)
        let check = try await api.check(verification, "000000")
        #expect(check.status == 422 || code == "000000")
        let before = try await statistics(api)
        #expect(try await api.askOnce(Self.real).status == 200)
        #expect(try await statistics(api) != before)
        #expect(site.ledger.hasOneSMS(for: [Self.british, Self.real]))
        #expect(try await api.send("GET", "/v1/test-numbers", key: api.key).body["testNumbers"]?.array?.count == 4)
    }

    @Test("in testing mode only they work, also for what is on the queue; ten at most, however many are added at once")
    func testingMode() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let lab = try await api.with(key: site.addApp("lab", ["--testing"]))
            let phones = Site.phones(32)
            let refused = try await lab.start(phones[0], wait: 30)
            #expect(refused.status == 403)
            #expect(refused["reason"] == "testing-mode")
            let id = Site.makeID()
            try await site.publish([Site.request(id, phones[0], app: "lab")])
            try await eventually("a worker refuses it too") {
                try await lab.show(id.description)["status"] == "refused"
            }

            let added = try await atOnce(30) { try await lab.saveTestNumber(phones[$0 + 1], code: "123456").status }
            // A caller that repeats its call hears that its number is there already (200).
            #expect(added.filter { $0 == 201 || $0 == 200 }.count == 10)
            #expect(added.filter { $0 == 409 }.count == 20)
            let number = try #require(added.firstIndex { $0 != 409 }) + 1
            try await eventually("the test number is known") {
                try await lab.start(phones[number], wait: 30).status == 200
            }
            let verification = try #require(try await lab.start(phones[number], wait: 30).id)
            #expect(try await lab.check(verification, "123456").status == 200)
            for (phone, code) in [("+4900000", "123456"), ("+4990012345678", "123456"), (phones[number], "12a4")] {
                #expect(try await lab.saveTestNumber(phone, code: code).status == 400)
            }
            // A test number of one app is a real number for another app.
            #expect(try await api.start(phones[number], wait: 30).status == 200)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phones[number]]))
        }
    }
}
