import Foundation
import StrictJSON
import Testing
import VerificationCore

/// A new key in `code.keys`, while processes with the old ring and processes with the new ring run side by side.
@Suite("changing the code key", .serialized, .timeLimit(.minutes(10)))
struct KeyRotationTests {
    private let old = "code.keys=k1:" + Self.secret(1)
    /// With a space after the comma, as people write a list.
    private let both = "code.keys=k2:\(Self.secret(2)), k1:\(Self.secret(1))"
    private let new = "code.keys=k2:" + Self.secret(2)

    private static func secret(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    @Test("costs nobody a try and answers no false 404, whichever process is asked")
    func bothRings() async throws {
        try await withSite { site in
            let (before, after) = (try await site.api([old]).caller, try await site.api([both]).caller)
            let phones = Site.phones(2)
            let oldest = try #require(try await before.start(phones[0]).id)
            let worker = try await site.worker(settings: [old])
            let firstCode = try #require(try await site.ledger.sms(atLeast: 1).first?.code)
            try await worker.stop()
            #expect(try await after.check(oldest, firstCode.wrongCode)["verificationStatus"] == "pending")

            let newest = try #require(try await after.start(phones[1]).id)
            #expect(try await after.show(newest)["status"] == "queued")
            try await eventually("the old ring knows what it lacks") {
                try await before.send("GET", "/v1/verifications/\(newest)", key: before.key).code
                    == "code-key-unavailable"
            }
            _ = try await site.worker(settings: [both])
            let secondCode = try #require(try await site.ledger.sms(atLeast: 2).last?.code)
            for code in [secondCode, secondCode, secondCode.wrongCode, secondCode, secondCode] {
                let answer = try await before.check(newest, code)
                #expect(answer.status == 503 && answer.code == "code-key-unavailable")
            }
            #expect(try await after.show(newest).body["remainingChecks"] == 5)
            #expect(try await after.check(newest, secondCode).status == 200)
            #expect(try await before.check(oldest, firstCode).status == 200)
        }
    }

    @Test("leaves test numbers with their codes, once they are resealed")
    func testNumbers() async throws {
        try await withSite { site in
            let phone = Site.phones(1)[0]
            #expect(try await site.api([old]).caller.saveTestNumber(phone, code: "111111").status == 201)
            _ = try await site.worker(settings: [both])
            let doctor = ["doctor", "--set", "gateway.kind=sandbox", "--set"]
            let words = try await site.run(doctor + [both])
            #expect(words.array?.contains { $0["detail"]?.string?.hasPrefix("rows need k1") == true } == true)
            let resealed = try await site.run(["test-numbers", "reseal", "--set", both])
            #expect(resealed["resealed"] == 1 && resealed["locked"] == 0)
            #expect(try await site.run(["test-numbers", "reseal", "--set", both])["resealed"] == 0)
            let lines = try await site.run(["audit", "list", "--action", "change-test-number"]).array ?? []
            #expect(lines.first?["subject"]?.string == "codes and secrets: 1 resealed" && lines.count == 2)
            let api = try await site.serve(settings: [new]).caller
            let id = try #require(try await api.start(phone, wait: 30).id)
            #expect(try await api.check(id, "111111").status == 200)
            #expect(site.ledger.calls.isEmpty)
        }
    }
}
