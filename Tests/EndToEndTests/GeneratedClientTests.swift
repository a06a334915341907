import StrictJSON
import Testing
import VerificationCore

/// What a program can do with the API after it has read only the API's document.
@Suite("a generated client", .timeLimit(.minutes(10)))
struct GeneratedClientTests {
    @Test("is made of the served document without a warning, and knows what each answer is")
    func knowsAnswers() async throws {
        try await withSite(rules: #"{"resendAfter":0,"sendsPerPhone":[{"count":1,"seconds":600}]}"#) { site in
            let client = try await GeneratedClient.make(from: try await site.serve().caller)
            defer { client.remove() }
            let phone = Site.phones(1)[0]
            let started = try await client.run("start", phone)
            try #require(started.type == "200 LiveVerification")
            let id = try #require(started.members["verificationId"]?.string)
            let code = try #require(try await site.ledger.sms(atLeast: 1).first?.code)
            #expect(try await client.run("show", id).type == "200 Verification")
            let wrong = try await client.run("check", id, code.wrongCode)
            #expect(wrong.type == "422 WrongCodeProblem" && wrong.members["remainingChecks"] == 4)
            #expect(try await client.run("start", phone).type == "429 LimitReachedProblem")
            for _ in 0..<2 {
                let right = try await client.run("check-phone", phone, code, "login-1")
                #expect(right.type == "200 ApprovedVerification" && right.members["status"] == "approved")
            }
            #expect(try await client.run("check", id, code).type == "409 VerificationEndedProblem")
            #expect(try await client.run("start", "+49").type == "400 InvalidVerificationRequestProblem")
            #expect(try await client.run("show", "1").type == "404 VerificationNotFoundProblem")
            #expect(try await client.with(key: "vfd_none").run("show", id).type == "401 UnauthorizedProblem")
        }
    }
}
