import StrictJSON
import Testing
import VerificationCore

@testable import VerificationAPI

@Suite("POST /v1/test-numbers")
struct SaveTestNumberTests {
    @Test(
        "refuses what could be no test number, with the code, the param and the reason",
        arguments: [
            (#"{"code":"1234"}"#, "invalid-phone-number", "phoneNumber"),
            (#"{"phoneNumber":"0151","code":"1234"}"#, "invalid-phone-number", "phoneNumber"),
            (#"{"phoneNumber":"+4930123456","code":"1234"}"#, "invalid-phone-number", "phoneNumber"),
            (#"{"phoneNumber":"+14155552100"}"#, "invalid-code", "code"),
            (#"{"phoneNumber":"+14155552100","code":"123"}"#, "invalid-code", "code"),
            (#"{"phoneNumber":"+14155552100","code":"１２３Ａ"}"#, "invalid-code", "code"),
            (#"{"phoneNumber":"+14155552100","code":"1234","scenario":"later"}"#, "invalid-scenario", "scenario"),
            (#"{"phoneNumber":"+14155552100","code":"1234","expiresAt":"soon"}"#, "invalid-expires-at", "expiresAt"),
            // An hour before the fixture's clock, and at it.
            (
                #"{"phoneNumber":"+14155552100","code":"1234","expiresAt":"2026-01-01T00:00:00Z"}"#,
                "invalid-expires-at", "expiresAt"
            ),
            (
                #"{"phoneNumber":"+14155552100","code":"1234","expiresAt":"2026-01-01T01:00:00Z"}"#,
                "invalid-expires-at", "expiresAt"
            ),
        ])
    func refused(body: String, code: String, param: String) async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let answer = try await api.post("/v1/test-numbers", body)
            #expect(answer.status == 400 && answer.problem == code && answer.text("param") == param)
            #expect(try await api.get("/v1/test-numbers")["testNumbers"] == [])
        }
    }

    @Test("refuses a number that the app has really sent to, whose owner the fixed code would let in")
    func numberInUse() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            _ = try await fixture.started(api, phone: "+14155552123")
            let body = #"{"phoneNumber":"+14155552123","code":"000000"}"#
            let answer = try await api.post("/v1/test-numbers", body)
            #expect(answer.status == 409 && answer.problem == "number-in-use")
            #expect(try await api.get("/v1/test-numbers")["testNumbers"] == [])
            #expect(try await api.post("/v1/test-numbers", body, key: APIFixture.otherKey).status == 201)
        }
    }

    @Test("keeps a number while the app's test numbers are switched off, and the list says that they are")
    func switchedOff() async throws {
        for isOn in [true, false] {
            try await APIFixture(rules: SendingRules(takesTestNumbers: isOn)).serve { api in
                let answer = try await api.post("/v1/test-numbers", #"{"phoneNumber":"+14155552123","code":"000000"}"#)
                #expect(answer.status == 201)
                let list = try await api.get("/v1/test-numbers")
                #expect(list["testNumbers"]?.array?.count == 1 && list["switchedOff"] == (isOn ? nil : true))
            }
        }
    }

    @Test("says of a number of the wrong kind what asking for a verification of it would say")
    func kind() async throws {
        let body = #"{"phoneNumber":"+4930123456","code":"1234"}"#
        let (saved, started) = try await APIFixture().serve { api in
            (try await api.post("/v1/test-numbers", body), try await api.post("/v1/verifications", body))
        }
        #expect(saved.text("reason") == "kind-not-allowed" && saved.text("reason") == started.text("reason"))
    }
}
