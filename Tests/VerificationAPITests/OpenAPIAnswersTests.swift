import HTTPService
import HTTPTypes
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("Every answer that /openapi.json describes")
struct OpenAPIAnswersTests {
    private typealias Seen = [OpenAPIContract.Operation: Set<Int>]

    private let contract: OpenAPIContract

    init() throws {
        contract = try OpenAPIContract(OpenAPIDocument.json)
    }

    @Test("can be had, except for a slow body, which takes its time, and an error that nobody foresaw")
    func everyStatus() async throws {
        var seen: Seen = [:]
        for answers in [
            try await operation(), try await asking(), try await checking(), try await refusing(), try await keeping(),
            try await checkingByPhone(), try await listing(), try await telling(),
        ] {
            seen.merge(answers) { $0.union($1) }
        }
        for operation in contract.operations {
            let rare: Set = [408, 500]
            let described = contract.statuses(of: operation)
            #expect(described.subtracting(rare) == seen[operation] ?? [], "\(operation)")
        }
    }

    private func asking() async throws -> Seen {
        let fixture = try APIFixture()
        let path = "/v1/verifications"
        let (queue, id) = (fixture.queue, VerificationID(high: 0x0190_0000_0000_7000, low: 0b10 << 62))
        return try await fixture.serve { api in
            var answers = try await Self.bodies(api, path) + [try await api.start("+14155552123")]
            for word in Self.words(id) {
                queue.answer { _ in word }
                answers.append(try await api.start("+14155552123", prefer: "wait=5"))
            }
            for problem in [QueueError.unavailable, .full, .unknown] {
                queue.fail(with: problem)
                answers.append(try await api.start("+14155552123"))
            }
            return Self.seen(.post, path, answers)
        }
    }

    /// What a worker may say.
    private static func words(_ id: VerificationID) -> [RequestAnswer] {
        let summary = LiveSummary(
            verification: id, expiresAt: Timestamp(seconds: 1_767_226_200),
            resendAfter: Timestamp(seconds: 1_767_225_660), remainingSends: 4, remainingChecks: 5,
            left: LimitLeft(
                limit: .sendsPerPhone, quota: RateLimit(5, per: .seconds(600)), count: 4, moreAfter: .seconds(610)))
        let limits = LimitReached.Limit.allCases.map { limit in
            RequestAnswer.limited(
                LimitReached(
                    limit: limit, quota: RateLimit(5, per: .seconds(600)), retryAfter: .seconds(36), verification: id))
        }
        let sent = MessageStatus.allCases.map { RequestAnswer.sent(summary, message: $0, language: "de") }
        return [.keyReused] + sent + limits + RefusalReason.allCases.map { .refused($0) } + [
            .duplicate(summary), .retrying(summary), .failed(reason: "status-400"), .expired,
        ]
    }

    private func checking() async throws -> Seen {
        let fixture = try APIFixture()
        let (show, check) = ("/v1/verifications/{id}", "/v1/verifications/{id}/checks")
        return try await fixture.serve { api in
            let queued = try #require(try await api.start("+14155552124").id)
            let id = try await fixture.started(api)
            let key = APIFixture.otherKey
            var shown = [
                try await api.get("/v1/verifications/\(id)"), try await api.get("/v1/verifications/\(id)", key: nil),
                try await api.get("/v1/verifications/\(id)", key: key),
                try await api.get("/v1/verifications/\(queued)"),
            ]
            let path = "/v1/verifications/\(id)/checks"
            var checked = try await Self.bodies(api, path)
            checked += [
                try await api.post(path, #"{"code":"123456"}"#, key: key),
                try await api.check(id, fixture.wrongCode(of: id)), try await api.check(id, fixture.code(of: id)),
                try await api.check(id, fixture.code(of: id)), try await api.check(queued, "123456"),
            ]
            let cancel = "/v1/verifications/\(id)/cancel"
            var canceled = [
                try await api.cancel(id), try await api.cancel(queued), try await api.post(cancel, key: nil),
                try await api.post(cancel, key: key),
            ]
            fixture.world.away = [.verifications]
            shown.append(try await api.get("/v1/verifications/\(id)"))
            checked.append(try await api.check(id, "123456"))
            canceled.append(try await api.cancel(id))
            return Self.seen(.get, show, shown)
                .merging(Self.seen(.post, check, checked)) { $0.union($1) }
                .merging(Self.seen(.post, "/v1/verifications/{id}/cancel", canceled)) { $0.union($1) }
        }
    }

    private func listing() async throws -> Seen {
        let fixture = try APIFixture()
        let path = "/v1/verifications"
        let mine = path + "?phoneNumber=%2B14155552123"
        return try await fixture.serve { api in
            _ = try await fixture.started(api, phone: "+14155552123")
            var answers = [
                try await api.get(mine), try await api.get(path), try await api.get(mine, key: nil),
                try await api.get(mine, key: APIFixture.sendingKey),
            ]
            fixture.world.away = [.verifications]
            answers.append(try await api.get(mine))
            return Self.seen(.get, path, answers)
        }
    }

    private func checkingByPhone() async throws -> Seen {
        var rules = SendingRules.standard
        rules.wrongCodesPerPhone = [RateLimit(1, per: .seconds(3_600))]
        let fixture = try APIFixture(rules: rules)
        let path = "/v1/checks"
        return try await fixture.serve { api in
            let id = try await fixture.started(api, phone: "+14155552123")
            let (wrong, right) = (try fixture.wrongCode(of: id), try fixture.code(of: id))
            func check(_ code: String, _ phone: String = "+14155552123") async throws -> APIAnswer {
                try await api.post(path, #"{"phoneNumber":"\#(phone)","code":"\#(code)"}"#)
            }
            var answers = try await Self.bodies(api, path)
            answers += [try await check(wrong), try await check(wrong), try await check(wrong, "+14155552124")]
            fixture.clock.advance(by: .seconds(601))
            answers.append(try await check(right))
            fixture.clock.advance(by: .seconds(3_600))
            let next = try await fixture.started(api, phone: "+14155552123")
            answers.append(try await check(try fixture.code(of: next)))
            fixture.world.away = [.verifications]
            answers.append(try await check(right))
            return Self.seen(.post, path, answers)
        }
    }

    /// A key that another request has had since before midnight, and a limit on wrong codes.
    private func refusing() async throws -> Seen {
        var rules = SendingRules.standard
        rules.wrongCodesPerPhone = [RateLimit(1, per: .seconds(3_600))]
        let fixture = try APIFixture(rules: rules)
        let (show, path) = ("/v1/verifications/{id}", "/v1/verifications")
        return try await fixture.serve { api in
            let id = try await fixture.started(api)
            _ = try await api.check(id, fixture.wrongCode(of: id))
            let checked = [try await api.check(id, fixture.wrongCode(of: id))]
            fixture.clock.advance(by: .seconds(43_200))
            for phone in ["+14155552124", "+14155552125"] {
                _ = try await api.post(path, #"{"phoneNumber":"\#(phone)"}"#, [.idempotencyKey: "sign-up"])
                _ = try await fixture.work(try #require(fixture.queue.published.last).request)
                fixture.clock.advance(by: .seconds(43_200))
            }
            let reused = try #require(fixture.queue.published.last).request.id
            return Self.seen(.post, show + "/checks", checked)
                .merging(Self.seen(.get, show, [try await api.get("\(path)/\(reused)")])) { $0.union($1) }
                .merging(Self.seen(.post, show + "/cancel", [try await api.cancel(reused)])) { $0.union($1) }
        }
    }

    /// What is kept apart from verifications.
    private func keeping() async throws -> Seen {
        let fixture = try APIFixture()
        let (numbers, erasures) = ("/v1/test-numbers", "/v1/erasures")
        return try await fixture.serve { api in
            let first = try await api.post(numbers, #"{"phoneNumber":"+14155552100","code":"1234","scenario":"late"}"#)
            let path = "\(numbers)/\(try #require(first.text("id")))"
            var saved = [first]
            for last in 0...10 {
                saved.append(
                    try await api.post(
                        numbers,
                        #"{"phoneNumber":"+141555501\#(last + 10)","code":"0000","expiresAt":"2030-01-01T00:00:00Z"}"#))
            }
            saved.append(try await api.post(numbers, #"{"phoneNumber":"+14155552100","code":"123456"}"#))
            saved += try await Self.bodies(api, numbers)
            var erased = [try await api.post(erasures, #"{"phoneNumber":"+14155552123"}"#)]
            erased += try await Self.bodies(api, erasures)
            let sending = APIFixture.sendingKey
            saved.append(try await api.post(numbers, "{}", key: sending))
            erased.append(try await api.post(erasures, "{}", key: sending))
            var listed = [try await api.get(numbers), try await api.get(numbers, key: nil)]
            listed.append(try await api.get(numbers, key: sending))
            var removed = [
                try await api.call(.delete, path), try await api.call(.delete, path),
                try await api.call(.delete, path, nil, nil), try await api.call(.delete, path, nil, sending),
            ]
            fixture.world.away = [.verifications]
            saved.append(try await api.post(numbers, #"{"phoneNumber":"+14155552100","code":"1234"}"#))
            erased.append(try await api.post(erasures, #"{"phoneNumber":"+14155552123"}"#))
            listed.append(try await api.get(numbers))
            removed.append(try await api.call(.delete, path))
            return [
                .init(method: "GET", path: numbers): Set(listed.map(\.status)),
                .init(method: "POST", path: numbers): Set(saved.map(\.status)),
                .init(method: "DELETE", path: numbers + "/{id}"): Set(removed.map(\.status)),
                .init(method: "POST", path: erasures): Set(erased.map(\.status)),
            ]
        }
    }

    private func telling() async throws -> Seen {
        let fixture = try APIFixture()
        let path = "/v1/receipts/main"
        return try await fixture.serve { api in
            var seen: Seen = [:]
            for method in [HTTPRequest.Method.get, .post] {
                func tell(_ body: [UInt8] = []) async throws -> APIAnswer {
                    try await api.call(method, path, body, nil)
                }
                var answers = [
                    try await tell(), try await tell(Array(repeating: 32, count: 65_537)),
                    try await api.call(method, "/v1/receipts/other", nil, nil),
                ]
                for problem in [ReceiptError.forged, .unreadable, .unverified] {
                    fixture.reader.answer(with: problem)
                    answers.append(try await tell())
                }
                fixture.reader.answer(with: nil)
                seen.merge(Self.seen(method, "/v1/receipts/{gateway}", answers)) { $0.union($1) }
            }
            return seen
        }
    }

    /// What is wrong with any body.
    private static func bodies(_ api: APIClient, _ path: String) async throws -> [APIAnswer] {
        [
            try await api.post(path, "{}"), try await api.post(path, "{}", key: nil),
            try await api.post(path, String(repeating: " ", count: 16_385)),
            try await api.post(path, "{}", [.contentType: "text/plain"]),
        ]
    }

    private func operation() async throws -> Seen {
        let isWell = Mutex(true)
        let readiness = Readiness(
            [ReadinessCheck("queue") { isWell.withLock { $0 } }], needs: [["queue"]], freshFor: .zero)
        return try await APIFixture().serve(readiness: readiness) { api in
            var seen: Seen = [:]
            for isUp in [true, false] {
                isWell.withLock { $0 = isUp }
                for path in ["/livez", "/readyz", "/openapi.json"] {
                    let answer = try await api.get(path, key: nil)
                    seen.merge(Self.seen(.get, path, [answer])) { $0.union($1) }
                }
            }
            return seen
        }
    }

    private static func seen(_ method: HTTPRequest.Method, _ path: String, _ answers: [APIAnswer]) -> Seen {
        [OpenAPIContract.Operation(method: method.rawValue, path: path): Set(answers.map(\.status))]
    }
}
