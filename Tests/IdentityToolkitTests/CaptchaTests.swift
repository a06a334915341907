import AccountCore
import AccountTesting
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Captchas")
struct CaptchaTests {
    private static let phone = "+4915112345678"

    /// A surface in production whose project has a captcha of hCaptcha.
    private func surface(
        _ mode: ProofRules.Mode, sealedFor owner: String = "demo-shop", unproven: [RateLimit] = [],
        sends: SendingRules = .standard, throttle: CallThrottle = CallThrottle()
    ) throws -> IdentityFixture {
        let ring = try KeyRing("k1:" + Base64.encodeForURL(Array(repeating: 7, count: 32)))
        let secret = try #require(ring.seal(captchaSecret: "0xSecret", of: try ProjectID.named(owner)))
        var rules = ProofRules()
        rules[.captcha] = mode
        let site = try #require(CaptchaSite(.hcaptcha, siteKey: "site-1", secret: secret))
        rules.captcha = site
        return try IdentityFixture(
            .production, rules: sends, proofs: rules, unprovenSends: unproven, throttle: throttle)
    }

    private func good(_ fixture: IdentityFixture, on host: String = "localhost") -> JSONObject {
        ["success": true, "hostname": .string(host), "challenge_ts": .string(fixture.clock.now.rfc3339)]
    }

    private func body(_ token: String?, to phone: String = phone) -> String {
        let token = token.map { #","recaptchaToken":"\#($0)""# } ?? ""
        return #"{"phoneNumber":"\#(phone)","clientType":"CLIENT_TYPE_WEB"\#(token)}"#
    }

    @Test("a good response lets one SMS go, and the provider hears the secret, the site and where the caller is")
    func good() async throws {
        let fixture = try surface(.enforce)
        fixture.captchas.put(good(fixture), to: "passed")
        try await fixture.serveBehindProxy { client in
            let answer = try await client.app("sendVerificationCode", body("passed"), from: "203.0.113.7")
            #expect(answer.status == 200)
            let again = try await client.app(
                "sendVerificationCode", body("passed", to: "+4915112345679"), from: "203.0.113.7")
            #expect(again.error == "CAPTCHA_CHECK_FAILED")
        }
        let question = try #require(fixture.captchas.asked.first)
        #expect(question.secret == "0xSecret" && question.siteKey == "site-1" && question.response == "passed")
        #expect(question.address == IPAddress("203.0.113.7"))
        guard case .proven(let proof) = fixture.queue.published.first?.request.appVerification else {
            Issue.record("\(fixture.queue.published)")
            return
        }
        #expect(proof.kind == .captcha && proof.limits == [RateLimit(1, per: .seconds(86_400))])
        #expect(proof.digest.utf8.count == 32 && fixture.queue.published.count == 1)
    }

    @Test("what proves nothing is refused in the wire's words, and what is no response is not asked about")
    func bad() async throws {
        let fixture = try surface(.enforce)
        fixture.captchas.put(good(fixture, on: "evil.example"), to: "elsewhere")
        try await fixture.serve { client in
            for token in ["made-up", "elsewhere"] {
                let answer1 = try await client.app("sendVerificationCode", body(token))
                #expect(answer1.error == "CAPTCHA_CHECK_FAILED")
            }
            for token in [String(repeating: "a", count: 8_193), "a b", "é"] {
                let answer2 = try await client.app("sendVerificationCode", body(token))
                #expect(answer2.error == "CAPTCHA_CHECK_FAILED")
            }
            for token in [nil, ""] {
                let answer3 = try await client.app("sendVerificationCode", body(token))
                #expect(answer3.error == "MISSING_RECAPTCHA_TOKEN")
            }
            let app = try await client.app("sendVerificationCode", #"{"phoneNumber":"\#(Self.phone)"}"#)
            #expect(app.error == "MISSING_APP_CREDENTIAL")
        }
        #expect(fixture.captchas.asked.map(\.response) == ["made-up", "elsewhere"])
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("a provider that is away, and one that refuses the secret, send nobody an SMS, and operators hear of it")
    func undecided() async throws {
        let fixture = try surface(.enforce)
        fixture.captchas.put(["success": false, "error-codes": ["invalid-input-secret"]], to: "passed")
        try await fixture.serve { client in
            let answer4 = try await client.app("sendVerificationCode", body("passed"))
            #expect(answer4.status == 503)
            fixture.captchas.setAway(true)
            let answer5 = try await client.app("sendVerificationCode", body("passed"))
            #expect(answer5.status == 503)
        }
        #expect(fixture.queue.published.isEmpty)
        #expect(
            fixture.problems.all == [
                .broken("captchas of demo-shop cannot be verified: the provider says invalid-input-secret"),
                .broken("captchas of demo-shop cannot be verified: timeout"),
            ])
    }

    @Test("an app that asks far too often hears so before the provider does, and the person's response stays good")
    func throttled() async throws {
        var sends = SendingRules.standard
        sends.sendsPerApp = [RateLimit(1, per: .seconds(60))]
        let fixture = try surface(.enforce, sends: sends, throttle: CallThrottle(multiple: 1, least: 1))
        for response in ["one", "two"] { fixture.captchas.put(good(fixture), to: response) }
        try await fixture.serve { client in
            let bad = try await client.app("sendVerificationCode", body("made-up"))
            #expect(bad.error == "CAPTCHA_CHECK_FAILED", "it uses up none of the app's calls")
            let first = try await client.app("sendVerificationCode", body("one"))
            #expect(first.status == 200)
            let tooMany = try await client.app("sendVerificationCode", body("two", to: "+4915112345679"))
            #expect(tooMany.error?.hasPrefix("QUOTA_EXCEEDED") == true)
            #expect(fixture.captchas.asked.map(\.response) == ["made-up", "one"])
            fixture.clock.advance(by: .seconds(60))
            let later = try await client.app("sendVerificationCode", body("two", to: "+4915112345679"))
            #expect(later.status == 200)
        }
    }

    @Test("a secret that was sealed for another project asks nobody")
    func strangeSecret() async throws {
        let fixture = try surface(.enforce, sealedFor: "other-shop")
        try await fixture.serve { client in
            let answer6 = try await client.app("sendVerificationCode", body("passed"))
            #expect(answer6.status == 503)
        }
        #expect(fixture.captchas.asked.isEmpty && fixture.queue.published.isEmpty)
        #expect(fixture.problems.all.count == 1)
    }

    @Test("an audit asks and decides nothing")
    func audit() async throws {
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let fixture = try surface(.audit, unproven: sends)
        fixture.captchas.put(good(fixture), to: "passed")
        try await fixture.serve { client in
            for (number, token) in ["passed", "made-up", nil].enumerated() {
                let phone = "+491511234567\(number)"
                let answer7 = try await client.app("sendVerificationCode", body(token, to: phone))
                #expect(answer7.status == 200)
            }
        }
        #expect(
            fixture.queue.published.map(\.request.appVerification) == [
                .unproven(.audit, sends: sends), .unproven(.refused, sends: sends), .unproven(.noToken, sends: sends),
            ])
    }

    @Test("pages hear the project's site key, and a key that names nothing where there is no captcha")
    func parameters() async throws {
        let (with, without) = (try surface(.enforce), try IdentityFixture(.production))
        for (fixture, key) in [(with, "site-1"), (without, "no-captcha")] {
            try await fixture.serve { client in
                for path in ["\(IdentityClient.v1)/recaptchaParams", "\(IdentityClient.v3)/getRecaptchaParam"] {
                    let answer = try await client.call(.get, "\(path)?key=\(IdentityFixture.clientKey)", nil)
                    #expect(answer.status == 200 && answer.text("recaptchaSiteKey") == key)
                }
                let configuration = "\(IdentityClient.v2)/recaptchaConfig?key=\(IdentityFixture.clientKey)"
                let states = try await client.call(.get, configuration, nil)["recaptchaEnforcementState"]
                #expect(states?.array?.first?["enforcementState"] == "OFF")
            }
        }
    }
}
