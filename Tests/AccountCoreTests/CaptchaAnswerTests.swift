import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("What a captcha's provider answers")
struct CaptchaAnswerTests {
    /// 2026-01-01T01:00:00Z.
    private static let now = Timestamp(seconds: 1_767_229_200)

    private func site(_ provider: CaptchaProvider, hosts: [String] = []) throws -> CaptchaSite {
        var site = try #require(
            CaptchaSite(provider, siteKey: "key-1", secret: SealedCode(keyName: "k1", bytes: [1])))
        let isSet = site.setHosts(hosts)
        #expect(isSet)
        return site
    }

    private func verdict(
        _ text: String, _ provider: CaptchaProvider, hosts: [String] = [], at now: Timestamp = now
    ) throws -> CaptchaVerdict {
        let object = try #require(try JSONValue(parsing: Array(text.utf8)).object)
        let answer = try #require(CaptchaAnswer(object), "\(text)")
        return answer.verdict(for: try site(provider, hosts: hosts), domains: ["shop.example"], at: now)
    }

    @Test("an answer in each provider's documented form is good for the host that showed it")
    func good() throws {
        let rows: [(CaptchaProvider, String)] = [
            (
                .hcaptcha,
                #"{"success":true,"challenge_ts":"2026-01-01T00:59:30.000000Z","hostname":"shop.example","credit":true}"#
            ),
            (
                .turnstile,
                """
                {"success":true,"challenge_ts":"2026-01-01T00:56:30.096Z","hostname":"shop.example","error-codes":[],\
                "action":"verifyd","cdata":"sessionid-123456789",\
                "metadata":{"ephemeral_id":"x:9f78e0ed210960d7693b167e"}}
                """
            ),
            (.recaptcha, #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"Shop.example"}"#),
            (
                .recaptcha,
                """
                {"success":true,"challenge_ts":"2026-01-01T01:59:30+01:00","hostname":"shop.example","score":0.9,\
                "action":"submit"}
                """
            ),
        ]
        for (provider, text) in rows { #expect(try verdict(text, provider) == .good, "\(text)") }
        let other = #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"auth.shop.example"}"#
        #expect(try verdict(other, .recaptcha, hosts: ["auth.shop.example"]) == .good)
        #expect(try verdict(rows[2].1, .recaptcha, hosts: ["auth.shop.example"]) == .bad)
    }

    @Test(
        "an answer of another page, of another action or of another time is bad",
        arguments: [
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"evil.example","action":"verifyd"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"a.shop.example","action":"verifyd"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":null,"action":"verifyd"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","action":"verifyd"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"shop.example","action":"login"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"shop.example","action":""}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"shop.example"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T00:53:59Z","hostname":"shop.example","action":"verifyd"}"#,
            #"{"success":true,"challenge_ts":"2026-01-01T01:01:01Z","hostname":"shop.example","action":"verifyd"}"#,
        ])
    func bad(text: String) throws {
        #expect(try verdict(text, .turnstile) == .bad)
    }

    @Test("a project's own action takes the place of the usual one, also where the provider has no usual one")
    func ownAction() throws {
        for (provider, usual) in [(CaptchaProvider.turnstile, "verifyd"), (.recaptcha, "")] {
            var site = try site(provider)
            let isSet = site.setAction("sign-in")
            #expect(isSet)
            for (action, verdict) in [("sign-in", CaptchaVerdict.good), (usual, .bad), ("Sign-in", .bad)] {
                let text = """
                    {"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"shop.example","action":"\(action)"}
                    """
                let answer = try #require(try JSONValue(parsing: Array(text.utf8)).object.flatMap(CaptchaAnswer.init))
                #expect(answer.verdict(for: site, domains: ["shop.example"], at: Self.now) == verdict, "\(action)")
            }
        }
    }

    @Test("a response of hCaptcha and of reCAPTCHA is too old after two minutes")
    func old() throws {
        let text = #"{"success":true,"challenge_ts":"2026-01-01T00:56:59Z","hostname":"shop.example"}"#
        #expect(try verdict(text, .hcaptcha) == .bad && verdict(text, .recaptcha) == .bad)
        let early = Timestamp(seconds: 1_767_229_140)
        #expect(try verdict(text, .hcaptcha, at: early) == .good)
    }

    @Test("a score of reCAPTCHA is good from Google's threshold on, and at another provider it decides nothing")
    func scores() throws {
        let answer = { (score: String) in
            """
            {"success":true,"challenge_ts":"2026-01-01T00:59:30Z","hostname":"shop.example","action":"verifyd",\
            "score":\(score)}
            """
        }
        for score in ["0.5", "0.9", "1", "1.0", "null"] { #expect(try verdict(answer(score), .recaptcha) == .good) }
        for score in ["0.49", "0.1", "0", "-1", "\"0.9\"", "true", "{}"] {
            #expect(try verdict(answer(score), .recaptcha) == .bad, "\(score)")
        }
        // hCaptcha's score is a risk, so 0 is the best.
        for score in ["0", "0.1", "0.9"] {
            #expect(try verdict(answer(score), .hcaptcha) == .good && verdict(answer(score), .turnstile) == .good)
        }
    }

    @Test(
        "what a provider says of a caller's response is bad, and what it says of the project's settings is nobody's fault"
    )
    func errors() throws {
        for code in [
            "missing-input-response", "invalid-input-response", "timeout-or-duplicate",
            "invalid-or-already-seen-response", "already-seen-response", "expired-input-response", "bad-request",
            "browser-error", "of-tomorrow",
        ] {
            #expect(try verdict(#"{"success":false,"error-codes":["\#(code)"]}"#, .hcaptcha) == .bad, "\(code)")
        }
        #expect(try verdict(#"{"success":false}"#, .turnstile) == .bad)
        for code in [
            "missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "not-using-dummy-passcode",
            "internal-error",
        ] {
            let text = #"{"success":false,"error-codes":["invalid-input-response","\#(code)"]}"#
            #expect(try verdict(text, .turnstile) == .undecided("the provider says \(code)"))
        }
    }

    @Test("what no provider writes is no answer")
    func strange() throws {
        for text in [
            "{}", #"{"success":"true"}"#, #"{"success":1}"#, #"{"success":true,"challenge_ts":"yesterday"}"#,
        ] {
            let object = try #require(try JSONValue(parsing: Array(text.utf8)).object)
            #expect(CaptchaAnswer(object) == nil, "\(text)")
        }
    }
}
