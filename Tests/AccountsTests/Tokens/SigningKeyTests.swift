import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("Signing keys")
struct SigningKeyTests {
    private let fixture: TokenFixture

    init() throws { fixture = try TokenFixture() }

    @Test("of 64 calls and two processes without a key one makes it, and all sign with it")
    func firstKey() async throws {
        let issuers = [try fixture.issuer(), try fixture.issuer()]
        let tokens = try await withThrowingTaskGroup { group in
            for number in 0..<64 { group.addTask { try await fixture.token(of: issuers[number % 2]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let keys = try fixture.world.signingKeys()
        #expect(keys.count == 1 && keys.first?.activeFrom == fixture.now && keys.first?.secret.keyName == "one")
        #expect(Set(try tokens.map { try kid($0) }) == Set(keys.map(\.id)) && tokens.count == 64)
        for issuer in issuers + [try fixture.issuer()] {
            for token in tokens.prefix(2) { _ = try await read(token, issuer) }
        }
        // Each process asked, made a key at most, and asked again.
        #expect(fixture.world.questions(about: .signingKeys) < 12)
        #expect(fixture.reports.all.isEmpty)
    }

    @Test("a store that cannot take the first key is offered the same key until it can")
    func fullStore() async throws {
        let store = FullSigningKeys()
        let issuer = TokenIssuer(
            keys: store, watch: fixture.changes, keyRing: try KeyRing(TokenFixture.one), mode: .production,
            report: { [reports = fixture.reports] in reports.add($0) }, now: { [clock = fixture.clock] in clock.now },
            randomBytes: TokenFixture.randomBytes)
        for _ in 0..<3 { await #expect(throws: AccountError.unavailable) { try await fixture.token(of: issuer) } }
        #expect(store.offered.count == 3 && Set(store.offered).count == 1)
        #expect(fixture.reports.all == Array(repeating: .unfit("a right is missing"), count: 3))
    }

    @Test("whoever asks for the public keys before the first token gets the key that will sign it")
    func publishedFirst() async throws {
        let certificates = try await fixture.issuer().certificates()
        let token = try await fixture.token(of: try fixture.issuer())
        #expect(certificates.members.map(\.key) == [try kid(token)])
    }

    @Test("a new key is published at once and signs after an hour; old tokens are good until the old key is removed")
    func rotation() async throws {
        try fixture.world.add(try TokenFixture.key(0, from: fixture.now))
        let issuer = try fixture.issuer()
        let before = try await fixture.token(of: issuer)
        let next = try TokenFixture.maker(TokenFixture.one).makeNext(at: fixture.now)
        #expect(next.activeFrom > fixture.now + TokenIssuer.keysAreFresh)
        try fixture.world.add(next)

        fixture.changes.count()
        #expect(try await issuer.certificates().members.map(\.key) == [try TokenFixture.key(0).id, next.id])
        #expect(try kid(try await fixture.token(of: issuer)) == TokenFixture.key(0).id)
        fixture.clock.advance(by: next.activeFrom - fixture.now - .microseconds(1))
        let last = try await fixture.token(of: issuer)
        #expect(try kid(last) == TokenFixture.key(0).id)
        fixture.clock.advance(by: .microseconds(1))
        let new = try await fixture.token(of: issuer)
        #expect(try kid(new) == next.id)
        for token in [last, new] { _ = try await read(token, issuer) }
        await #expect(throws: AccountError.refused(.tokenExpired)) { try await read(before, issuer) }

        #expect(try fixture.world.removeSigningKey(try TokenFixture.key(0).id))
        fixture.changes.count()
        await #expect(throws: AccountError.refused(.invalidIDToken)) { try await read(last, issuer) }
        _ = try await read(new, issuer)
        #expect(try await issuer.jwks()["keys"]?.array?.count == 1)
    }

    @Test("where every key is still to come the first signs, because people cannot wait")
    func allInFuture() async throws {
        for number in 0...1 {
            try fixture.world.add(try TokenFixture.key(number, from: fixture.now + .seconds(60 * (number + 1))))
        }
        let token = try await fixture.token(of: try fixture.issuer())
        #expect(try kid(token) == TokenFixture.key(0).id)
    }

    @Test("while nothing changes, tokens and made-up names of keys ask the store nothing")
    func questions() async throws {
        try fixture.world.add(try TokenFixture.key(0))
        let issuer = try fixture.issuer()
        let token = try await fixture.token(of: issuer)
        let asked = fixture.world.questions(about: .signingKeys)
        let unknown = try await forged(token)
        for change in 0...2 {
            for _ in 0..<20 {
                _ = try await (read(token, issuer), fixture.token(of: issuer), issuer.jwks())
                await #expect(throws: AccountError.refused(.invalidIDToken)) { try await read(unknown, issuer) }
            }
            #expect(fixture.world.questions(about: .signingKeys) == asked + change)
            fixture.changes.count()
        }
    }

    @Test("a token of a key that another process has made is good as soon as that process was told")
    func unknownKey() async throws {
        try fixture.world.add(try TokenFixture.key(0))
        let (here, there) = (try fixture.issuer(), try fixture.issuer())
        _ = try await here.jwks()
        try fixture.world.add(try TokenFixture.key(1, from: fixture.now))
        fixture.changes.count()
        let token = try await fixture.token(of: there)
        #expect(try kid(token) == TokenFixture.key(1).id)
        _ = try await read(token, here)
    }

    @Test("while the store is away the issuer goes on with the keys that it knows", .timeLimit(.minutes(10)))
    func storeAway() async throws {
        let issuer = try fixture.issuer()
        fixture.world.away = [.signingKeys]
        await #expect(throws: AccountError.unavailable) { try await fixture.token(of: issuer) }
        await #expect(throws: AccountError.unavailable) { try await issuer.jwks() }
        fixture.world.away = []
        try fixture.world.add(try TokenFixture.key(0))
        let token = try await fixture.token(of: issuer)

        fixture.world.away = [.signingKeys]
        fixture.changes.count()
        let reported = fixture.reports.all.count
        for _ in 0..<20 { _ = try await (read(token, issuer), fixture.token(of: issuer), issuer.certificates()) }
        #expect(fixture.reports.all.count > reported && fixture.reports.all.allSatisfy { $0 == .unavailable })
        // The key may be good; a word that it is not would sign somebody out.
        await #expect(throws: AccountError.unavailable) { try await read(try await forged(token), issuer) }

        fixture.world.away = []
        // In the silence a call asks again now and then, and does not wait for the answer.
        while await problem(of: try await forged(token), issuer) == .unavailable { await Task.yield() }
        #expect(await problem(of: try await forged(token), issuer) == .refused(.invalidIDToken))
    }

    @Test("a process whose ring lacks a key's key signs with another, reads its tokens, and says so once")
    func ringLacksKey() async throws {
        try fixture.world.add(try TokenFixture.key(0))
        let old = try await fixture.token(of: try fixture.issuer())
        let issuer = try fixture.issuer(ring: TokenFixture.two)
        await #expect(throws: AccountError.unavailable) { try await fixture.token(of: issuer) }
        let id = try TokenFixture.key(0).id
        #expect(fixture.reports.all == [.unreadable("code.keys lacks one, which sealed signing key \(id)")])
        #expect(try fixture.world.signingKeys().count == 1, "no key is made where there is one")

        // Older than the key that does not open.
        let other = try TokenFixture.maker(TokenFixture.two).make(activeFrom: Timestamp(seconds: -1))
        try fixture.world.add(other)
        for _ in 0..<3 {
            fixture.changes.count()
            #expect(try kid(try await fixture.token(of: issuer)) == other.id)
            #expect(try await read(old, issuer).id == fixture.account.id)
        }
        #expect(fixture.reports.all.count == 1)
        #expect(try await issuer.jwks()["keys"]?.array?.count == 2)
        let both = try fixture.issuer(ring: TokenFixture.two + "," + TokenFixture.one)
        #expect(try kid(try await fixture.token(of: both)) == id)
    }

    @Test("a key whose secret or certificate is damaged, or another's, does not sign")
    func damagedKeys() async throws {
        let (good, other) = (try TokenFixture.key(0), try TokenFixture.key(1))
        let later = Timestamp(seconds: 1)
        let torn = SealedCode(keyName: "one", bytes: good.secret.bytes.dropLast() + [0])
        let bad = [
            SigningKey(id: "a", secret: other.secret, certificate: other.certificate, activeFrom: later),
            SigningKey(id: other.id, secret: other.secret, certificate: good.certificate, activeFrom: later),
            SigningKey(id: "b", secret: torn, certificate: other.certificate, activeFrom: later),
            SigningKey(id: "c", secret: good.secret, certificate: "no certificate", activeFrom: later),
        ]
        for key in [good] + bad { try fixture.world.add(key) }
        let issuer = try fixture.issuer()
        for _ in 0..<3 {
            #expect(try kid(try await fixture.token(of: issuer)) == good.id)
            fixture.changes.count()
        }
        #expect(Set(try await issuer.certificates().members.map(\.key)) == [good.id, "a", other.id, "b"])
        #expect(fixture.reports.all.count == bad.count)
        for (key, problem) in zip(bad, fixture.reports.all.sorted { "\($0)" < "\($1)" }) {
            #expect("\(problem)".hasSuffix("is damaged"), "\(key.id)")
        }
    }

    @Test("where all keys are damaged no other key is made, and the store is not asked for each call")
    func onlyDamagedKeys() async throws {
        let key = try TokenFixture.key(0)
        try fixture.world.add(
            SigningKey(id: key.id, secret: key.secret, certificate: "", activeFrom: key.activeFrom))
        let issuer = try fixture.issuer()
        for _ in 0..<5 { await #expect(throws: AccountError.unavailable) { try await fixture.token(of: issuer) } }
        // The addition above is a question too.
        #expect(fixture.world.questions(about: .signingKeys) == 2 && fixture.reports.all.count == 1)
    }

    @Test("a key that is sealed anew signs on under the newer key of the ring, and without the older")
    func resealing() async throws {
        let issuer = try fixture.issuer()
        _ = try await fixture.token(of: issuer)
        let key = try #require(try fixture.world.signingKeys().first)
        let (name, secret) = ("newer", Base64.encodeForURL([UInt8](repeating: 9, count: 32)))
        let both = try KeyRing("\(name):\(secret),\(TokenFixture.one)")
        let resealed = try #require(SigningKeyMaker(keyRing: both, randomBytes: { _ in [] }).resealed(key))
        #expect(resealed.secret.keyName == name && resealed.id == key.id)
        let alone = try KeyRing("\(name):\(secret)")
        #expect(SigningKeyMaker(keyRing: alone, randomBytes: { _ in [] }).resealed(key) == nil)
        #expect(alone.open(resealed.secret, for: "signing key \(key.id)") != nil)
    }

    @Test("nothing that prints the issuer or a key shows a secret")
    func printed() async throws {
        let issuer = try fixture.issuer()
        _ = try await fixture.token(of: issuer)
        let key = try #require(try fixture.world.signingKeys().first)
        let ring = try KeyRing(TokenFixture.one)
        let secret = try #require(ring.open(key.secret, for: "signing key \(key.id)"))
        var texts = ["\(issuer)", "\(key)"]
        dump(issuer, to: &texts[0])
        dump(key, to: &texts[1])
        for text in texts {
            // The numbers of a key's middle, as arrays are printed.
            #expect(!text.contains(secret[600..<616].map(String.init).joined(separator: ", ")))
            #expect(!text.contains("AQEBAQEB") && !text.contains(Base64.encodeForURL(secret).prefix(40)))
        }
    }

    private func problem(of token: String, _ issuer: TokenIssuer) async -> AccountError? {
        do throws(AccountError) {
            _ = try await issuer.read(idToken: token, of: fixture.project, at: fixture.now)
            return nil
        } catch {
            return error
        }
    }

    /// The token, as of a key that nobody has.
    private func forged(_ token: String) async throws -> String {
        var other = try HandmadeToken(token)
        other.header = ["alg": "RS256", "kid": "made-up"]
        return try other.signed(by: try await HandmadeToken.algorithm(of: try TokenFixture.key(2)))
    }

    private func read(_ token: String, _ issuer: TokenIssuer) async throws -> ReadToken {
        try await issuer.read(idToken: token, of: fixture.project, at: fixture.now)
    }

    private func kid(_ token: String) throws -> String {
        let header = try HandmadeToken(token).header
        return try #require(header["kid"]?.string)
    }
}
