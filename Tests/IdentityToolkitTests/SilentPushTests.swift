import AccountCore
import AccountTesting
import HTTPTypes
import MetricsTestKit
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("Silent pushes", .timeLimit(.minutes(10)))
struct SilentPushTests {
    private static let shop = "com.example.shop"
    private static let limits = [RateLimit(2, per: .seconds(3_600))]

    private func surface(
        _ mode: ProofRules.Mode = .enforce, unproven: [RateLimit] = []
    ) throws -> IdentityFixture {
        var rules = ProofRules()
        rules[.silentPush] = mode
        rules.limits = Self.limits
        return try IdentityFixture(.production, proofs: rules, unprovenSends: unproven)
    }

    private static func device(_ number: Int = 0) -> String {
        let digits = String(number, radix: 16).uppercased()
        return String(repeating: number < 16 ? "0" + digits : digits, count: 32)
    }

    private func counts(_ fixture: IdentityFixture) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for counter in fixture.metrics.counters(label: "verifyd_silent_pushes_total") where counter.totalValue > 0 {
            counts[counter.dimensions.first?.1 ?? ""] = counter.totalValue
        }
        return counts
    }

    /// What the device of a good push has: the receipt and the secret.
    private func credential(
        _ client: IdentityClient, _ fixture: IdentityFixture, device: Int = 0
    ) async throws -> (receipt: String, secret: String) {
        let answer = try await client.verify(Self.device(device))
        let push = try #require(fixture.pushes.pushes.last)
        #expect(try answer.required("receipt") == push.receipt)
        return (push.receipt, push.secret)
    }

    @Test("a push brings a secret to the device, and with the receipt it lets SMS go; one device is one proof")
    func good() async throws {
        let fixture = try surface()
        try await fixture.serve { client in
            let answer = try await client.verify(Self.device(), sandbox: true)
            #expect(answer.status == 200 && answer.text("suggestedTimeout") == "5", "\(answer.body)")
            let push = try #require(fixture.pushes.pushes.first)
            #expect(push.device.text == Self.device().lowercased() && push.bundle == Self.shop && push.isSandbox)
            #expect(answer.text("receipt") == push.receipt && !answer.body.contains(push.secret))
            for _ in 1...2 {
                let sent = try await client.send(receipt: push.receipt, secret: push.secret)
                #expect(sent.status == 200, "\(sent.body)")
            }
            let second = try await credential(client, fixture)
            let sent = try await client.send(receipt: second.receipt, secret: second.secret)
            #expect(sent.status == 200)
        }
        let proofs = fixture.queue.published.map(\.request.appVerification)
        guard case .proven(let proof) = proofs.first else {
            Issue.record("\(proofs)")
            return
        }
        #expect(proof.kind == .silentPush && proof.limits == Self.limits && proof.digest.utf8.count == 32)
        // Two receipts of one device are one proof, so that workers count its SMS together.
        #expect(proofs == Array(repeating: .proven(proof), count: 3))
        #expect(counts(fixture) == ["delivered": 2])
    }

    @Test("iOS' own path serves the same call")
    func formerPath() async throws {
        let fixture = try surface()
        try await fixture.serve { client in
            let path = "\(IdentityClient.v3)/verifyClient?key=\(IdentityFixture.clientKey)"
            let answer = try await client.call(
                .post, path, #"{"appToken":"\#(Self.device())"}"#, headers: try IdentityClient.bundle(Self.shop))
            #expect(answer.status == 200 && fixture.pushes.pushes.first?.isSandbox == false)
        }
    }

    @Test("what is no credential of this project, this app and this time is refused")
    func bad() async throws {
        let fixture = try surface(unproven: [RateLimit(100, per: .seconds(86_400))])
        try await fixture.serve { client in
            let (one, two) = (
                try await credential(client, fixture), try await credential(client, fixture, device: 1)
            )
            for (receipt, secret, bundle) in [
                (one.receipt, two.secret, Self.shop), (two.receipt, one.secret, Self.shop),
                ("x", one.secret, Self.shop), (one.receipt, "x", Self.shop), (one.secret, one.receipt, Self.shop),
                (one.receipt, one.secret, "com.example.bank"),
            ] {
                let answer = try await client.send(receipt: receipt, secret: secret, bundle: bundle)
                #expect(answer.error == "INVALID_APP_CREDENTIAL")
            }
            fixture.clock.advance(by: .seconds(30 * 86_400))
            let old = try await client.send(receipt: one.receipt, secret: one.secret)
            #expect(old.error == "INVALID_APP_CREDENTIAL")
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("a receipt alone is no proof, and the record says that the push was late")
    func late() async throws {
        let closed = try surface()
        try await closed.serve { client in
            let own = try await credential(client, closed)
            let answer = try await client.send(receipt: own.receipt, secret: nil)
            #expect(answer.error == "MISSING_APP_CREDENTIAL")
        }
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let open = try surface(unproven: sends)
        try await open.serve { client in
            let own = try await credential(client, open)
            let answer = try await client.send(receipt: own.receipt, secret: nil)
            #expect(answer.status == 200)
        }
        #expect(open.queue.published.map(\.request.appVerification) == [.unproven(.pushLate, sends: sends)])
    }

    @Test("a client may say why it has no proof, which is on record and opens nothing")
    func claimed() async throws {
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let (open, closed) = (try surface(unproven: sends), try surface())
        let name = try #require(HTTPField.Name("X-Verifyd-Missing-Proof"))
        let path = "\(IdentityClient.v1)/accounts:sendVerificationCode?key=\(IdentityFixture.clientKey)"
        try await open.serve { client in
            for (number, claim) in ["simulator", "push-late", "audit", "no"].enumerated() {
                let answer = try await client.call(
                    .post, path, #"{"phoneNumber":"+491511234567\#(number)"}"#, headers: [name: claim])
                #expect(answer.status == 200)
            }
            let answer = try await client.call(
                .post, path, #"{"phoneNumber":"+4915112345679"}"#, headers: [name: "not-asked"])
            #expect(answer.error == "MISSING_APP_CREDENTIAL", "an app under test wants no SMS to a real number")
        }
        #expect(
            open.queue.published.map(\.request.appVerification)
                == [.simulator, .pushLate, .noToken, .noToken].map { .unproven($0, sends: sends) })
        try await closed.serve { client in
            let answer = try await client.call(
                .post, path, #"{"phoneNumber":"+4915112345670"}"#, headers: [name: "simulator"])
            #expect(answer.error == "MISSING_APP_CREDENTIAL")
        }
    }

    @Test("where no push will arrive, the app hears what leads it to a captcha")
    func noPush() async throws {
        let fixture = try surface()
        try await fixture.serve { client in
            for (token, error) in [
                ("", "MISSING_IOS_APP_TOKEN"), ("00", "INVALID_APP_CREDENTIAL"),
                (String(repeating: "x", count: 64), "INVALID_APP_CREDENTIAL"),
            ] {
                let answer = try await client.verify(token)
                #expect(answer.status == 400 && answer.error == error)
            }
            let strange = try await client.verify(Self.device(), bundle: "com.example.bank")
            #expect(strange.error == "INVALID_APP_CREDENTIAL")
            let nameless = try await client.verify(Self.device(), bundle: nil)
            #expect(nameless.error == "MISSING_CLIENT_IDENTIFIER")
            #expect(fixture.pushes.pushes.isEmpty)
            let outcomes = [
                PushOutcome.badDevice("BadDeviceToken"), .refused("InvalidProviderToken"),
            ]
            for (number, outcome) in outcomes.enumerated() {
                fixture.pushes.plan(outcome)
                let answer = try await client.verify(Self.device(number))
                #expect(answer.status == 400 && answer.error == "INVALID_APP_CREDENTIAL")
            }
        }
        #expect(counts(fixture) == ["bad_device": 1, "refused": 1])
        let off = try surface(.off)
        try await off.serve { client in
            let answer = try await client.verify(Self.device())
            #expect(answer.error == "INVALID_APP_CREDENTIAL" && off.pushes.pushes.isEmpty)
        }
    }

    @Test("a device is not woken up more than 5 times an hour and 20 times a day")
    func device() async throws {
        let fixture = try surface()
        try await fixture.serve { client in
            var statuses: [Int] = []
            for _ in 1...6 { statuses.append(try await client.verify(Self.device()).status) }
            #expect(statuses == [200, 200, 200, 200, 200, 400])
            let other = try await client.verify(Self.device(1))
            #expect(other.status == 200)
            for _ in 1...23 {
                fixture.clock.advance(by: .seconds(3_600))
                _ = try await client.verify(Self.device())
            }
        }
        #expect(fixture.pushes.pushes.filter { $0.device.text == Self.device().lowercased() }.count == 20)
    }

    @Test("an address with many devices has 30 pushes a minute, and may make its other calls")
    func address() async throws {
        let fixture = try surface()
        try await fixture.serveBehindProxy { client in
            for number in 0..<40 {
                let answer = try await client.verify(Self.device(number), from: "203.0.113.1")
                #expect(answer.error == (number < 30 ? nil : "INVALID_APP_CREDENTIAL"))
            }
            let other = try await client.verify(Self.device(50), from: "203.0.113.2")
            #expect(other.status == 200)
            let sent = try await client.app("sendVerificationCode", "{}", from: "203.0.113.1")
            #expect(sent.error == "INVALID_PHONE_NUMBER : Invalid format.")
        }
        #expect(fixture.pushes.pushes.count == 31)
    }

    @Test("an audit pushes too, counts, and decides nothing")
    func audit() async throws {
        let sends = [RateLimit(100, per: .seconds(86_400))]
        let fixture = try surface(.audit, unproven: sends)
        try await fixture.serve { client in
            let own = try await credential(client, fixture)
            let good = try await client.send(receipt: own.receipt, secret: own.secret)
            let bad = try await client.send(receipt: own.receipt, secret: "x")
            #expect(good.status == 200 && bad.status == 200)
        }
        #expect(
            fixture.queue.published.map(\.request.appVerification)
                == [.unproven(.audit, sends: sends), .unproven(.refused, sends: sends)])
    }
}
