import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore

@Suite("The cache of service accounts")
struct ServiceAccountCacheTests {
    private let fixture: ServiceAccountFixture
    private let now = ServiceAccountFixture.now

    init() throws { fixture = try ServiceAccountFixture() }

    private func read(
        _ token: String, in cache: ServiceAccountCache, for project: Project? = nil
    ) async throws(AccountError) -> CustomToken {
        try await cache.read(customToken: token, for: project ?? fixture.shop, at: now)
    }

    private func expect(
        _ code: AccountError.Code, _ token: String, in cache: ServiceAccountCache, for project: Project? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do throws(AccountError) {
            _ = try await read(token, in: cache, for: project)
            Issue.record("it was taken", sourceLocation: sourceLocation)
        } catch {
            guard case .refused(code, _) = error else {
                Issue.record("\(error)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    @Test("a token that an account has signed names somebody, whether or not it names the key")
    func good() async throws {
        let cache = fixture.cache()
        for account in [fixture.account, fixture.second] { #expect(try fixture.world.add(account)) }
        for file in [fixture.file, fixture.secondFile] {
            #expect(try await read(try await fixture.token(by: file), in: cache).id.text == "ann")
        }
        let unnamed = try await fixture.token(header: ["alg": "RS256", "typ": "JWT"])
        #expect(try await read(unnamed, in: cache).id.text == "ann")
        let numbered = try await fixture.token(header: ["alg": "RS256", "kid": 7_000_000_000_000_000_000, "x": 1e300])
        #expect(try await read(numbered, in: cache).id.text == "ann", "a name that is no name names no key")
    }

    @Test("a token with another's signature, another algorithm or another key's name is none")
    func forged() async throws {
        let cache = fixture.cache()
        #expect(try fixture.world.add(fixture.account))
        let good = try await fixture.token()
        let parts = good.split(separator: ".").map(String.init)
        let stranger = try await fixture.token(
            by: fixture.secondFile, ["iss": .string(fixture.account.email), "sub": .string(fixture.account.email)],
            header: ["alg": "RS256", "kid": .string(fixture.account.keyID)])
        let unsigned = Base64.encodeForURL(Array(#"{"alg":"none"}"#.utf8)) + "." + parts[1] + "."
        let secret = try await fixture.token(header: ["alg": "HS256", "kid": .string(fixture.account.keyID)])
        let renamed = try await fixture.token(header: ["alg": "RS256", "kid": .string(fixture.second.keyID)])
        let urgent = try await fixture.token(header: ["alg": "RS256", "crit": ["exp"]])
        let huge = try await fixture.token(["pad": .string(String(repeating: "x", count: CustomToken.longest))])
        for bad in [
            stranger, unsigned, secret, renamed, urgent, huge, parts[0] + "." + parts[1] + ".", "", "x.y.z", "{}",
            #"{"uid":"ann"}"#, good + "A", good.replacing(".", with: ".."),
            try await fixture.token(by: fixture.secondFile),
        ] {
            await expect(.invalidCustomToken, bad, in: cache)
        }
        await expect(.invalidCustomToken, try await fixture.token(["exp": .integer(now.unixSeconds)]), in: cache)
    }

    @Test("an account opens its own project alone, and a project without an account takes no custom token")
    func projects() async throws {
        let cache = fixture.cache()
        await expect(.operationNotAllowed, try await fixture.token(), in: cache)
        await expect(.operationNotAllowed, "x.y.z", in: cache)
        #expect(try fixture.world.add(fixture.account))
        await expect(.credentialMismatch, try await fixture.token(), in: cache, for: fixture.bank)
        await expect(
            .operationNotAllowed, try await fixture.token(by: fixture.secondFile), in: cache, for: fixture.bank)
    }

    @Test("a removal is known when its maker was told; made-up keys ask the store nothing")
    func removal() async throws {
        let changes = CountedChanges()
        let (cache, patient) = (fixture.cache(), fixture.cache(watch: changes))
        let token = try await fixture.token()
        #expect(try fixture.world.add(fixture.account))
        for cache in [cache, patient] { _ = try await read(token, in: cache) }
        #expect(try fixture.world.removeServiceAccount(fixture.account.keyID))
        await expect(.operationNotAllowed, token, in: cache)
        _ = try await read(token, in: patient)

        #expect(try fixture.world.add(fixture.second))
        changes.count()
        let asked = fixture.world.questions(about: .serviceAccounts)
        let stranger = try await fixture.token(by: fixture.secondFile, ["iss": "nobody", "sub": "nobody"])
        for _ in 1...50 { await expect(.invalidCustomToken, stranger, in: patient) }
        #expect(fixture.world.questions(about: .serviceAccounts) == asked + 1)
        await expect(.invalidCustomToken, token, in: patient)
    }

    @Test("while the store is away, known accounts are good and others are not known")
    func away() async throws {
        let (cache, token) = (fixture.cache(), try await fixture.token())
        fixture.world.away = [.serviceAccounts]
        await #expect(throws: AccountError.unavailable) { try await read(token, in: cache) }
        fixture.world.away = []
        #expect(try fixture.world.add(fixture.account))
        _ = try await read(token, in: cache)
        fixture.world.away = [.serviceAccounts]
        _ = try await read(token, in: cache)
        await #expect(throws: AccountError.unavailable) {
            try await read(try await fixture.token(by: fixture.secondFile), in: cache)
        }
        #expect(!fixture.reports.all.isEmpty)
    }

    @Test("an account with a damaged key is reported once, and the others are good")
    func damaged() async throws {
        let broken = ServiceAccount(
            keyID: "broken", project: fixture.shop.id, email: "b@example.com", publicKey: "no key", createdAt: now)
        let cache = fixture.cache()
        for account in [broken, fixture.account] { #expect(try fixture.world.add(account)) }
        for _ in 1...3 { _ = try await read(try await fixture.token(), in: cache) }
        #expect(fixture.reports.all.count == 1)
    }

    @Test("a new account is a file that Google's libraries know, and the store has its public half alone")
    func file() throws {
        let (file, account) = (fixture.file, fixture.account)
        #expect(file["type"] == "service_account" && file["project_id"] == "demo-shop")
        #expect(file["private_key_id"]?.string == account.keyID && account.keyID.count == 40)
        #expect(file["client_email"]?.string == account.email)
        #expect(account.email.wholeMatch(of: /verifyd-[0-9a-f]{10}@demo-shop\.iam\.gserviceaccount\.com/) != nil)
        #expect(file["private_key"]?.string?.hasPrefix("-----BEGIN PRIVATE KEY-----\n") == true)
        #expect(account.publicKey.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        #expect(file["client_id"]?.string?.wholeMatch(of: /[0-9]{21}/) != nil && file["token_uri"] != nil)
        #expect(fixture.second.email != account.email)
    }
}
