import AccountCore
import AccountTesting
import MetricsTestKit
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("App Check tokens")
struct AppCheckTests {
    private static let limits = [RateLimit(2, per: .seconds(3_600))]

    private let issuer: AppCheckIssuer

    init() throws { issuer = try #require(AppCheckIssuer(googleProject: "123456789012")) }

    /// A surface in production with this rule, whose issuer's first key is known at its URL.
    private func surface(
        _ mode: ProofRules.Mode, unproven: [RateLimit] = []
    ) throws -> IdentityFixture {
        var rules = ProofRules()
        rules[.appCheck] = mode
        (rules.limits, rules.appCheckIssuers) = (Self.limits, [issuer])
        let fixture = try IdentityFixture(.production, proofs: rules, unprovenSends: unproven)
        fixture.keySets.put(try AppCheckIssuerKey.set(.first), at: issuer.keySetURL)
        return fixture
    }

    private func claims(at now: Timestamp, _ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer.issuer), "sub": "1:123456789012:ios:abc", "jti": "one",
            "aud": ["projects/123456789012", "projects/demo-shop"], "iat": .integer(now.unixSeconds),
            "exp": .integer(now.unixSeconds + 3_600),
        ]
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    private func counts(_ fixture: IdentityFixture) -> [AppProof.Result: Int64] {
        var counts: [AppProof.Result: Int64] = [:]
        for counter in fixture.metrics.counters(label: "verifyd_app_proofs_total") where counter.totalValue > 0 {
            let labels = Dictionary(uniqueKeysWithValues: counter.dimensions)
            guard labels["kind"] == "app-check", let result = labels["result"].flatMap(AppProof.Result.init) else {
                continue
            }
            counts[result] = counter.totalValue
        }
        return counts
    }

    @Test("a good token lets an SMS go, and the worker hears what stands for the token and how many it allows")
    func good() async throws {
        let fixture = try surface(.enforce)
        let token = try await AppCheckIssuerKey.first.token(claims(at: fixture.clock.now))
        try await fixture.serve { client in
            let answer = try await client.send(token)
            #expect(answer.status == 200)
            let answer2 = try await client.send(token, #"{"phoneNumber":"+4915112345679"}"#)
            #expect(answer2.status == 200)
        }
        let proofs = fixture.queue.published.map(\.request.appVerification)
        guard case .proven(let proof) = proofs.first, proofs.count == 2 else {
            Issue.record("\(proofs)")
            return
        }
        #expect(proof.kind == .appCheck && proof.limits == Self.limits && proof.digest.utf8.count == 32)
        // The same token twice is one proof.
        #expect(proofs[1] == .proven(proof))
        #expect(!token.contains(proof.digest))
        #expect(counts(fixture) == [.good: 2])
        #expect(fixture.keySets.asked == [issuer.keySetURL])
    }

    @Test("a token that is no good sends nothing, also where the project pays for SMS without a proof")
    func bad() async throws {
        let fixture = try surface(.enforce, unproven: [RateLimit(100, per: .seconds(86_400))])
        let (key, now) = (try AppCheckIssuerKey.first, fixture.clock.now)
        let good = try await key.token(claims(at: now))
        let parts = good.split(separator: ".").map(String.init)
        let seconds = now.unixSeconds
        let changes: [[String: JSONValue?]] = [
            ["exp": .integer(seconds)], ["exp": .integer(seconds - 1), "iat": .integer(seconds - 3_600)],
            ["iat": .integer(seconds + 61)], ["exp": .integer(seconds + 8 * 86_400)], ["iat": nil], ["exp": nil],
            ["iat": .integer(.min)], ["exp": .integer(.max)], ["exp": "soon"], ["sub": ""], ["sub": nil],
            ["iss": "https://firebaseappcheck.googleapis.com/999"], ["iss": nil],
            ["aud": ["projects/999"]], ["aud": "projects/999"], ["aud": nil],
        ]
        var tokens = ["x", "a.b.c", parts[0] + "." + parts[1] + ".", good + "A", String(repeating: "a", count: 9_000)]
        for change in changes { tokens.append(try await key.token(claims(at: now, change))) }
        for header: JSONValue in [
            ["alg": "none", "kid": "first"], ["alg": "HS256", "kid": "first"], ["alg": "RS512", "kid": "first"],
            ["alg": "RS256"], ["alg": "RS256", "kid": "nobody's"], ["alg": "RS256", "kid": "first", "crit": ["x"]],
        ] { tokens.append(try await key.token(claims(at: now), header: header)) }
        // Another key's signature under the name of the first.
        tokens.append(
            try await AppCheckIssuerKey.second.token(claims(at: now), header: ["alg": "RS256", "kid": "first"]))
        let all = tokens
        try await fixture.serve { client in
            for token in all {
                let answer = try await client.send(token)
                #expect(answer.status == 401 && answer.error == "Firebase App Check token is invalid.", "\(token)")
            }
        }
        #expect(fixture.queue.published.isEmpty)
        #expect(counts(fixture) == [.bad: Int64(tokens.count)])
    }

    @Test("without a token the call hears the error of the gate, or counts as one without a proof")
    func missing() async throws {
        let closed = try surface(.enforce)
        try await closed.serve { client in
            let answer = try await client.send(nil)
            #expect(answer.error == "MISSING_APP_CREDENTIAL")
            let page = #"{"phoneNumber":"+4915112345678","clientType":"CLIENT_TYPE_WEB"}"#
            let answer2 = try await client.send(nil, page)
            #expect(answer2.error == "MISSING_RECAPTCHA_TOKEN")
            // What Firebase's SDKs send where the app could not get a token.
            let answer3 = try await client.send("eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ==")
            #expect(answer3.error == "MISSING_APP_CREDENTIAL")
        }
        #expect(closed.queue.published.isEmpty && closed.keySets.asked.isEmpty)
        #expect(counts(closed) == [.missing: 3])
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let open = try surface(.enforce, unproven: sends)
        try await open.serve { client in
            let answer = try await client.send(nil)
            #expect(answer.status == 200)
        }
        #expect(open.queue.published.map(\.request.appVerification) == [.unproven(.noToken, sends: sends)])
    }

    @Test("an audit verifies and counts, and decides nothing")
    func audit() async throws {
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let open = try surface(.audit, unproven: sends)
        let good = try await AppCheckIssuerKey.first.token(claims(at: open.clock.now))
        try await open.serve { client in
            for (number, token) in [good, "x", nil].enumerated() {
                let answer = try await client.send(token, #"{"phoneNumber":"+491511234567\#(number)"}"#)
                #expect(answer.status == 200)
            }
        }
        #expect(
            open.queue.published.map(\.request.appVerification) == [
                .unproven(.audit, sends: sends), .unproven(.refused, sends: sends), .unproven(.noToken, sends: sends),
            ])
        #expect(counts(open) == [.good: 1, .bad: 1, .missing: 1])
        let closed = try surface(.audit)
        try await closed.serve { client in
            let answer2 = try await client.send(good)
            #expect(answer2.error == "MISSING_APP_CREDENTIAL")
        }
        // The issuer's outage is nobody's fault.
        let blind = try surface(.audit, unproven: sends)
        blind.keySets.put(nil, at: issuer.keySetURL)
        try await blind.serve { client in
            let answer3 = try await client.send(good)
            #expect(answer3.status == 200)
        }
        #expect(counts(blind) == [.unverified: 1])
    }

    @Test("a test number needs no token, whatever the call brings")
    func testNumber() async throws {
        let fixture = try surface(.enforce)
        try await fixture.serve { client in
            let numbers = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+15005550006":"123456"}}}}"#
            try #require(
                await client.config(numbers, mask: "signIn.phoneNumber.testPhoneNumbers").status == 200)
            for token in [nil, "x"] {
                let answer = try await client.send(token, #"{"phoneNumber":"+15005550006"}"#)
                #expect(answer.status == 200)
            }
        }
        #expect(
            fixture.queue.published.map(\.request.appVerification)
                == [.unproven(.notAsked, sends: []), .unproven(.notAsked, sends: [])])
        #expect(counts(fixture) == [:] && fixture.keySets.asked.isEmpty)
    }

    @Test("a test number that is switched off needs a token like any other, and stays in the configuration")
    func switchedOff() async throws {
        let fixture = try surface(.enforce)
        try await fixture.serve { client in
            let numbers = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+15005550006":"123456"}}}}"#
            try #require(
                await client.config(numbers, mask: "signIn.phoneNumber.testPhoneNumbers").status == 200)
            let rules = SendingRules(takesTestNumbers: false)
            try await fixture.world.save(App(id: fixture.app.id, displayName: "Demo", rules: rules))
            let answer = try await client.send(nil, #"{"phoneNumber":"+15005550006"}"#)
            #expect(answer.error == "MISSING_APP_CREDENTIAL")
            let shown = try await client.config().json?.object?.value(at: ["signIn", "phoneNumber", "testPhoneNumbers"])
            #expect(shown == ["+15005550006": "123456"])
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("an issuer's new key is found, and a made-up key's name does not make the issuer be asked again and again")
    func rotation() async throws {
        let fixture = try surface(.enforce)
        let (now, url) = (fixture.clock.now, issuer.keySetURL)
        let (old, new) = (
            try await AppCheckIssuerKey.first.token(claims(at: now)),
            try await AppCheckIssuerKey.second.token(claims(at: now))
        )
        try await fixture.serve { client in
            let answer = try await client.send(old)
            #expect(answer.status == 200)
            // Within the pause the key is unknown, and so it is after it, as long as the issuer does not have it.
            for _ in 1...5 {
                let answer2 = try await client.send(new)
                #expect(answer2.status == 401)
            }
            #expect(fixture.keySets.asked.count == 1)
            fixture.clock.advance(by: .seconds(31))
            fixture.keySets.put(try AppCheckIssuerKey.set(.first, .second), at: url)
            let answer3 = try await client.send(new)
            #expect(answer3.status == 200)
            #expect(fixture.keySets.asked.count == 2)
        }
    }

    @Test("an issuer that is away refuses nobody for a day, and then the call is to be repeated")
    func outage() async throws {
        let fixture = try surface(.enforce)
        let url = issuer.keySetURL
        fixture.keySets.put(nil, at: url)
        try await fixture.serve { client in
            let early = try await AppCheckIssuerKey.first.token(claims(at: fixture.clock.now))
            let answer = try await client.send(early)
            #expect(answer.status == 503)
            #expect(counts(fixture) == [.unverified: 1])
            fixture.keySets.put(try AppCheckIssuerKey.set(.first), at: url)
            fixture.clock.advance(by: .seconds(31))
            let answer2 = try await client.send(early)
            #expect(answer2.status == 200)
            fixture.keySets.put(nil, at: url)
            for (hours, status) in [(2, 200), (20, 200), (3, 503)] {
                fixture.clock.advance(by: .seconds(hours * 3_600))
                let token = try await AppCheckIssuerKey.first.token(claims(at: fixture.clock.now))
                let answer3 = try await client.send(token)
                #expect(answer3.status == status, "\(hours)")
            }
        }
        #expect(fixture.queue.published.count == 3)
    }

    @Test("one token that many networks share does not fill the queue, and others are served meanwhile")
    func shared() async throws {
        let fixture = try surface(.enforce)
        let now = fixture.clock.now
        let (shared, other) = (
            try await AppCheckIssuerKey.first.token(claims(at: now)),
            try await AppCheckIssuerKey.first.token(claims(at: now, ["jti": "two"]))
        )
        try await fixture.serve { client in
            var errors: [String?] = []
            for _ in 1...15 { errors.append(try await client.send(shared).error) }
            #expect(
                errors == Array(repeating: nil, count: 10) + Array(repeating: "TOO_MANY_ATTEMPTS_TRY_LATER", count: 5))
            let answer = try await client.send(other)
            #expect(answer.status == 200)
        }
        #expect(fixture.queue.published.count == 11)
    }

    @Test(
        "a key that may be new is to be tried again while its issuer is away, and a clock that is set back locks nobody out"
    )
    func unsure() async throws {
        let fixture = try surface(.enforce)
        let now = fixture.clock.now
        let (old, new) = (
            try await AppCheckIssuerKey.first.token(claims(at: now)),
            try await AppCheckIssuerKey.second.token(claims(at: now))
        )
        try await fixture.serve { client in
            let first = try await client.send(old)
            #expect(first.status == 200)
            fixture.clock.advance(by: .seconds(31))
            fixture.keySets.put(nil, at: issuer.keySetURL)
            let second = try await client.send(new)
            #expect(second.status == 503)
            fixture.keySets.put(try AppCheckIssuerKey.set(.second), at: issuer.keySetURL)
            fixture.clock.advance(by: .seconds(-40))
            let third = try await client.send(new)
            #expect(third.status == 200)
        }
    }
}
