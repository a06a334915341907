import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("What callers say of themselves")
struct BadRequestTrustTests {
    @Test(
        "an address in a header is nobody's word: only the body's clientIp reaches the limits",
        arguments: ["X-Forwarded-For", "Forwarded", "X-Real-Ip", "True-Client-Ip", "Cf-Connecting-Ip"])
    func addresses(name: String) async throws {
        let fixture = try APIFixture()
        let field = try #require(HTTPField.Name(name))
        let spoofs = [
            "198.51.100.7", "for=198.51.100.7", Array(repeating: "198.51.100.7", count: 100).joined(separator: ", "),
        ]
        try await fixture.serve { api in
            for spoof in spoofs {
                for body in [
                    #"{"phoneNumber":"+14155552123"}"#, #"{"phoneNumber":"+14155552123","clientIp":"192.0.2.1"}"#,
                ] {
                    let answer = try await api.post("/v1/verifications", body, [field: spoof])
                    #expect(answer.status == 202)
                }
            }
        }
        let known = fixture.queue.published.map(\.request.clientIP)
        #expect(known == spoofs.flatMap { _ in [nil, IPAddress("192.0.2.1")] })
    }

    @Test("a code of another length is a wrong code and counts, for nobody is told how long the right one is")
    func otherLengths() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            for (code, remaining) in [("1234", 4), ("12345", 3), ("1234567", 2), ("1234567890", 1)] {
                let answer = try await api.check(id, code)
                #expect(answer.problem == "invalid-code")
                #expect(answer["remainingChecks"] == .integer(Int64(remaining)))
            }
        }
    }

    @Test("a verification's code is worth nothing to the one that comes after it, nor through its own id")
    func newerVerification() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let old = try await fixture.started(api)
            fixture.clock.advance(by: .seconds(601))
            let new = try await fixture.started(api)
            #expect(old != new)
            #expect(try await api.check(old, fixture.code(of: old)).problem == "verification-ended")
            #expect(try await api.check(new, fixture.code(of: old)).problem == "invalid-code")
            #expect(try await api.check(new, fixture.code(of: new)).status == 200)
        }
    }
}
