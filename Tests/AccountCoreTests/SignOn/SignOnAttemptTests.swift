import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("A sign-in at the operators' provider that a browser has begun")
struct SignOnAttemptTests {
    private let now = Timestamp(seconds: 1_767_229_200)

    private func attempt(_ byte: UInt8 = 1, to path: String = "/queues?a=1") -> SignOnAttempt {
        SignOnAttempt(to: path, random: [UInt8](repeating: byte, count: SignOnAttempt.secretLength), at: now)
    }

    @Test("its cookie brings all of it back, and nothing else is one")
    func cookie() throws {
        let attempt = attempt()
        #expect(SignOnAttempt(text: attempt.text) == attempt)
        for text in ["", "a", "..", "a.b.c", "AQEB.1.Lw", attempt.text + ".", String(attempt.text.dropFirst(4))] {
            #expect(SignOnAttempt(text: text) == nil, "\(text)")
        }
        #expect(self.attempt(to: "/" + String(repeating: "a", count: 2_000)).path == "/")
    }

    @Test("state, nonce, verifier and the cookie tell nothing of each other, and differ in each attempt")
    func secrets() {
        let (one, two) = (attempt(1), attempt(2))
        let texts = [one, two].flatMap { [$0.state, $0.nonce, $0.verifier, $0.challenge, $0.text] }
        #expect(Set(texts).count == texts.count)
        #expect(one.verifier.utf8.count == 43 && one.challenge.utf8.count == 43, "RFC 7636 wants 43 to 128 characters")
        #expect(!one.text.contains(one.state) && !one.text.contains(one.verifier))
    }

    @Test("it is answered by its own state within ten minutes, and by no other")
    func state() throws {
        let (one, two) = (attempt(1), attempt(2))
        #expect(one.isAnswered(by: one.state, at: now) && !one.isAnswered(by: two.state, at: now))
        #expect(!one.isAnswered(by: "", at: now) && !one.isAnswered(by: one.state, at: now + .seconds(600)))
        // A browser that writes itself another end or path has another state than the provider hands back.
        let parts = one.text.split(separator: ".").map(String.init)
        for text in [
            "\(parts[0]).\(one.endsAt.microseconds + 1).\(parts[2])",
            "\(parts[0]).\(parts[1]).\(Base64.encodeForURL(Array("/elsewhere".utf8)))",
        ] {
            let forged = try #require(SignOnAttempt(text: text))
            #expect(!forged.isAnswered(by: one.state, at: now), "\(text)")
        }
    }
}

@Suite("What the operators' provider says of itself")
struct SignOnDocumentTests {
    private static let good: JSONObject = [
        "issuer": "https://id.example", "authorization_endpoint": "https://id.example/auth?tenant=1",
        "token_endpoint": "https://id.example/token", "jwks_uri": "https://id.example/keys",
    ]

    @Test("names its places; without a list of methods a secret goes into a header")
    func read() throws {
        let document = try SignOnDocument(Self.good, of: "https://id.example")
        #expect(document.authorizationURL == "https://id.example/auth?tenant=1" && document.takesBasic)
        #expect(!document.namesIssuer)
        var other = Self.good
        other["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
        other["authorization_response_iss_parameter_supported"] = true
        let changed = try SignOnDocument(other, of: "https://id.example")
        #expect(!changed.takesBasic && changed.namesIssuer)
    }

    @Test("is refused where it is another issuer's, or names a place that anybody on the way could change")
    func refused() {
        for (name, value) in [
            ("issuer", "https://id.example/"), ("authorization_endpoint", "http://id.example/auth"),
            ("authorization_endpoint", "javascript:alert(1)"), ("authorization_endpoint", "https://id.example/#a"),
            ("token_endpoint", "http://127.0.0.1:5432/"), ("token_endpoint", "https://id.example/a b"),
            ("jwks_uri", "file:///etc/passwd"),
        ] {
            var document = Self.good
            document[name] = .string(value)
            #expect(throws: KeySetError.self, "\(name) \(value)") {
                _ = try SignOnDocument(document, of: "https://id.example")
            }
            document[name] = nil
            #expect(throws: KeySetError.self, "\(name)") { _ = try SignOnDocument(document, of: "https://id.example") }
        }
    }
}
