import AccountCore
import StrictJSON
import Testing
import VerificationCore

@testable import Accounts

@Suite("The operators' provider")
struct OpenIDSignOnTests {
    private typealias Fixture = SignOnFixture

    private func words(_ outcome: Result<SignOnClaims, SignOnError>) -> String? {
        guard case .failure(.badToken(let words)) = outcome else { return nil }
        return words
    }

    @Test("proves a person by a token of its own for this sign-in, also if the token names a list of one audience")
    func good() async throws {
        let fixture = try await Fixture()
        var claims = Fixture.claims
        #expect(await fixture.outcome(of: try fixture.token(claims)) == .success(SignOnClaims(claims)))
        (claims["aud"], claims["azp"]) = (["dashboard"], "dashboard")
        #expect(await fixture.outcome(of: try fixture.token(claims)) == .success(SignOnClaims(claims)))
        // A provider with one key need not name it.
        let nameless = try fixture.token(claims, header: ["alg": "ES256"])
        #expect(await fixture.outcome(of: nameless) == .success(SignOnClaims(claims)))
    }

    @Test(
        "a token for another client, issuer, time or sign-in proves nobody",
        arguments: [
            ("iss", "https://id.example/"), ("iss", nil), ("aud", "another"), ("aud", ["dashboard", "another"]),
            ("aud", []), ("aud", nil), ("azp", "another"), ("azp", 1), ("exp", 1_767_229_200), ("exp", nil),
            ("iat", 1_767_229_300), ("iat", 1_767_100_000), ("nbf", 1_767_229_300), ("sub", ""), ("sub", 7),
            ("nonce", "another"), ("nonce", nil), ("nonce", 1),
        ] as [(String, JSONValue?)])
    func claims(name: String, value: JSONValue?) async throws {
        let fixture = try await Fixture()
        var claims = Fixture.claims
        claims[name] = value
        #expect(words(await fixture.outcome(of: try fixture.token(claims))) != nil)
    }

    @Test("a token that no key of the provider has signed as its header says proves nobody")
    func signatures() async throws {
        let (fixture, other) = (try await Fixture(), try await Fixture())
        #expect(words(await fixture.outcome(of: try other.token(Fixture.claims))) != nil)
        for header: JSONValue in [
            ["alg": "none", "kid": "one"], ["alg": "HS256", "kid": "one"], ["alg": "RS256", "kid": "one"],
            ["alg": "ES256", "kid": "two"], ["alg": "ES256", "kid": "one", "crit": ["x"]], [],
        ] {
            #expect(
                words(await fixture.outcome(of: try fixture.token(Fixture.claims, header: header))) != nil, "\(header)")
        }
        let good = try fixture.token(Fixture.claims)
        for text in ["", "a.b.c", good + ".", good.replacing(".", with: "..")] {
            #expect(words(await fixture.outcome(of: text)) != nil, "\(text)")
        }
        let unsigned = good.split(separator: ".").dropLast().joined(separator: ".") + "."
        #expect(words(await fixture.outcome(of: unsigned)) != nil)
        var long = Fixture.claims
        long["groups"] = .string(String(repeating: "x", count: ForeignIDToken.longest))
        #expect(words(await fixture.outcome(of: try fixture.token(long))) != nil)
    }

    @Test("a code that the provider does not take proves nobody")
    func badCode() async throws {
        let fixture = try await Fixture()
        fixture.server.answer(.failure(.badCode))
        let grant = SignOnGrant(code: "c", verifier: "v", nonce: "n", redirectURI: "r")
        await #expect(throws: SignOnError.badCode) { _ = try await fixture.provider.claims(of: grant, at: Fixture.now) }
    }

    @Test("its document is read once an hour; while it is away the last one is good for a day")
    func document() async throws {
        let (fixture, now) = (try await Fixture(), Fixture.now)
        for passed in [0, 1, 3_599] { _ = try await fixture.provider.document(at: now + .seconds(passed)) }
        #expect(fixture.server.asked == 1)
        fixture.server.fail(.unreachable("timeout"))
        _ = try await fixture.provider.document(at: now + .seconds(3_600))
        _ = try await fixture.provider.document(at: now + .seconds(3_601))
        #expect(fixture.server.asked == 2, "it is asked again after some seconds")
        _ = try await fixture.provider.document(at: now + .seconds(86_399))
        await #expect(throws: SignOnError.unreachable("timeout")) {
            _ = try await fixture.provider.document(at: now + .seconds(86_400))
        }
    }

    @Test("a provider that was never there is asked once for many browsers, and again some seconds later")
    func away() async throws {
        let (fixture, now) = (try await Fixture(), Fixture.now)
        fixture.server.fail(.unreachable("timeout"))
        for _ in 0..<10 {
            await #expect(throws: SignOnError.unreachable("timeout")) {
                _ = try await fixture.provider.document(at: now)
            }
        }
        #expect(fixture.server.asked == 1)
        fixture.server.fail(nil)
        _ = try await fixture.provider.document(at: now + .seconds(3))
        #expect(fixture.server.asked == 2)
    }
}
