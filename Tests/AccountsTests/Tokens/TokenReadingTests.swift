import AccountCore
import AccountTesting
import Accounts
import JWTKit
import StrictJSON
import Testing
import VerificationCore

@Suite("Reading tokens")
struct TokenReadingTests {
    private let fixture: TokenFixture
    private let issuer: TokenIssuer
    private let emulator: TokenIssuer

    init() throws {
        fixture = try TokenFixture()
        try fixture.world.add(try TokenFixture.key(0))
        (issuer, emulator) = (try fixture.issuer(), try fixture.issuer(.emulator))
    }

    @Test("a token of ours says whose it is, when it was made, and how and when its session began")
    func own() async throws {
        let facebook = try #require(ProviderID("facebook.com"))
        for method in [
            SignInMethod(.phone), SignInMethod(facebook, secondFactor: .init(.phone, enrollmentID: "factor-1")),
        ] {
            let session = fixture.session(method)
            let token = try await issuer.idToken(
                of: fixture.account, in: session, for: fixture.project, at: fixture.now)
            for issuer in [issuer, emulator] {
                let read = try await issuer.read(idToken: token, of: fixture.project, at: fixture.now)
                #expect(read.id == fixture.account.id && read.madeAt == fixture.now && read.method == method)
                #expect(read.claims["auth_time"] == .integer(session.beganAt.unixSeconds))
            }
        }
    }

    @Test("a token is good until its last second, and one that was made more than a minute ahead is none")
    func times() async throws {
        let token = try await fixture.token(of: issuer)
        for offset in [-60, 0, 3_599] {
            _ = try await issuer.read(idToken: token, of: fixture.project, at: fixture.now + .seconds(offset))
        }
        for offset in [3_600, 86_400] { try await expect(token, .tokenExpired, at: fixture.now + .seconds(offset)) }
        for offset in [-61, -86_400] { try await expect(token, .invalidIDToken, at: fixture.now + .seconds(offset)) }
    }

    @Test("a token of another project is none, also when it has expired")
    func otherProject() async throws {
        let token = try await fixture.token(of: issuer)
        let other = Project(try #require(ProjectID("other-shop")), app: fixture.project.app, number: 1)
        var renamed = fixture.project
        renamed.ownIssuer = "https://id.shop.test"
        for project in [other, renamed] {
            for moment in [fixture.now, fixture.now + .seconds(7_200)] {
                await #expect(throws: AccountError.refused(.invalidIDToken)) {
                    try await issuer.read(idToken: token, of: project, at: moment)
                }
            }
        }
    }

    @Test("a token with any character changed is none")
    func damaged() async throws {
        let token = Array(try await fixture.token(of: issuer).utf8)
        for place in token.indices {
            var other = token
            other[place] = token[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            try await expect(String(decoding: other, as: UTF8.self), .invalidIDToken)
        }
    }

    @Test("what only looks like a token is none")
    func shapes() async throws {
        let token = try await fixture.token(of: issuer)
        let parts = try HandmadeToken.parts(token)
        let texts = [
            "", ".", "..", "...", "a.b.c", "\u{0}", token + ".", "." + token, token + ".AAAA", token + "=", token + "A",
            token + " ", " " + token, token + "\n", String(token.dropLast()), parts[0] + "." + parts[1],
            parts[0] + "." + parts[1] + ".", parts[0] + ".." + parts[2], "." + parts[1] + "." + parts[2],
            parts[0] + "=." + parts[1] + "." + parts[2], token + token, String(repeating: ".", count: 60_000),
            String(repeating: "A", count: 1_000_000), token + String(repeating: "A", count: 1_000_000),
        ]
        for text in texts {
            try await expect(text, .invalidIDToken)
            try await expect(text, .invalidIDToken, by: emulator)
        }
    }

    @Test("a token that others signed is none, whatever its header says")
    func forgedSignatures() async throws {
        let ours = try TokenFixture.key(0)
        let theirs = try await HandmadeToken.algorithm(of: try TokenFixture.key(1))
        var token = try HandmadeToken(try await fixture.token(of: issuer))
        try await expect(try token.signed(by: theirs), .invalidIDToken)

        // The public key as the secret of a MAC: known to all, and as old as RS256.
        let publicKey = try JWTKit.Insecure.RSA.PublicKey(certificatePEM: ours.certificate)
        let secrets = [ours.certificate, publicKey.pemRepresentation, ours.id]
        for name in ["HS256", "HS384", "RS256", "none", "None", "nOnE", "PS256", "ES256", ""] {
            token.header = ["alg": .string(name), "kid": .string(ours.id), "typ": "JWT"]
            for secret in secrets {
                let mac = try await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
                    .getKey()
                try await expect(try token.signed(by: mac), .invalidIDToken)
                try await expect(try token.signed(by: mac), .invalidIDToken, by: emulator)
            }
        }
    }

    @Test("a header that our key has signed still needs our algorithm, the key's name, and nothing that is unknown")
    func headers() async throws {
        let (ours, token) = (try TokenFixture.key(0), try HandmadeToken(try await fixture.token(of: issuer)))
        let algorithm = try await HandmadeToken.algorithm(of: ours)
        let id = JSONValue.string(ours.id)
        #expect(try await read(token, ["alg": "RS256", "kid": id], algorithm, by: issuer) != nil)
        // jwt-kit's reader of headers would end the process at a number beyond `Int`.
        #expect(try await read(token, ["alg": "RS256", "kid": id, "x": 1e300], algorithm, by: issuer) != nil)
        let bad: [JSONValue] = [
            ["alg": "RS256"], ["kid": id], ["alg": "rs256", "kid": id], ["alg": "RS384", "kid": id],
            ["alg": "none", "kid": id], ["alg": 1, "kid": id], ["alg": "RS256", "kid": 1],
            ["alg": "RS256", "kid": .null],
            ["alg": "RS256", "kid": ""], ["alg": "RS256", "kid": .string(try TokenFixture.key(1).id)],
            ["alg": "RS256", "kid": id, "crit": ["exp"]], ["alg": "RS256", "kid": id, "crit": []], [], "RS256", .null,
        ]
        for header in bad {
            #expect(try await read(token, header, algorithm, by: issuer) == nil, "\(header)")
            #expect(try await read(token, header, algorithm, by: emulator) == nil, "\(header)")
        }
    }

    @Test("only an emulator reads unsigned tokens, and of them only such as say all that is needed")
    func unsigned() async throws {
        let token = try HandmadeToken(try await fixture.token(of: issuer))
        let read = try await emulator.read(idToken: token.unsigned, of: fixture.project, at: fixture.now)
        #expect(read.id == fixture.account.id && read.claims == token.claims)
        try await expect(token.unsigned, .invalidIDToken)
        try await expect(token.unsigned + "AAAA", .invalidIDToken, by: emulator)

        let session = JSONValue.object(JSONObject())
        let changes: [(String, JSONValue?)] = [
            ("iss", nil), ("iss", "https://securetoken.google.com/other-shop"), ("iss", ["demo-shop"]), ("aud", nil),
            ("aud", "other-shop"), ("aud", ["demo-shop"]), ("sub", nil), ("sub", ""), ("sub", 1),
            ("sub", .string(String(repeating: "x", count: 129))), ("exp", nil), ("exp", "tomorrow"), ("exp", 1e300),
            ("iat", nil), ("iat", -1), ("iat", .integer(.max)), ("iat", .integer(.min)), ("iat", 1e300),
            ("iat", .integer(fixture.now.unixSeconds + 61)), ("firebase", nil), ("firebase", "phone"),
            ("firebase", session), ("firebase", ["sign_in_provider": ""]),
        ]
        for (name, value) in changes {
            var other = token
            other.claims[name] = value
            try await expect(other.unsigned, .invalidIDToken, by: emulator)
        }
    }

    @Test("an unsigned token may lack the beginning of its session, and may end at any time")
    func unsignedTimes() async throws {
        var token = try HandmadeToken(try await fixture.token(of: issuer))
        for value in [nil, "x", .integer(.max), .integer(.min)] as [JSONValue?] {
            token.claims["auth_time"] = value
            _ = try await emulator.read(idToken: token.unsigned, of: fixture.project, at: fixture.now)
        }
        token.claims["exp"] = .integer(.max)
        _ = try await emulator.read(idToken: token.unsigned, of: fixture.project, at: fixture.now)
        for end in [.min, 0, fixture.now.unixSeconds] {
            token.claims["exp"] = .integer(end)
            try await expect(token.unsigned, .tokenExpired, by: emulator)
        }
    }

    @Test("a token is read as long as a call can have room for it, and no longer token is read")
    func long() async throws {
        var token = try HandmadeToken(try await fixture.token(of: issuer))
        token.claims["name"] = .string(String(repeating: "x", count: 48_000))
        #expect(token.unsigned.utf8.count < 65_536)
        _ = try await emulator.read(idToken: token.unsigned, of: fixture.project, at: fixture.now)
        token.claims["name"] = .string(String(repeating: "x", count: 49_200))
        #expect(token.unsigned.utf8.count > 65_536)
        try await expect(token.unsigned, .invalidIDToken, by: emulator)
    }

    private func read(
        _ token: HandmadeToken, _ header: JSONValue, _ algorithm: any JWTAlgorithm, by issuer: TokenIssuer
    ) async throws -> ReadToken? {
        var token = token
        token.header = header
        let text = try token.signed(by: algorithm)
        do {
            return try await issuer.read(idToken: text, of: fixture.project, at: fixture.now)
        } catch AccountError.refused(.invalidIDToken, nil) {
            return nil
        }
    }

    private func expect(
        _ text: String, _ code: AccountError.Code, at now: Timestamp? = nil, by other: TokenIssuer? = nil,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        await #expect(throws: AccountError.refused(code), "\(text.prefix(2_000))", sourceLocation: location) {
            try await (other ?? issuer).read(idToken: text, of: fixture.project, at: now ?? fixture.now)
        }
    }
}
