import AccountCore
import AccountTesting
import Accounts
import JWTKit
import StrictJSON
import Testing
import VerificationCore

/// Two projects, one of them with a backend that signs custom tokens.
struct ServiceAccountFixture {
    /// Made once, because to make a key takes long.
    private static let keys = Result {
        try (0..<2).map { _ in
            try ServiceAccountMaker(randomBytes: TokenFixture.randomBytes).make(
                for: try #require(ProjectID("demo-shop")), at: now)
        }
    }
    static let now = Timestamp(seconds: 1_767_229_200)

    let world = InMemoryAccountWorld()
    let reports = Reports()
    /// The project of both accounts.
    let shop: Project
    let bank: Project
    let account: ServiceAccount
    let file: JSONObject
    let second: ServiceAccount
    let secondFile: JSONObject

    init() throws {
        let made = try Self.keys.get()
        (account, file, second, secondFile) = (made[0].account, made[0].file, made[1].account, made[1].file)
        shop = Project(account.project, app: try #require(AppID("shop")), number: 1)
        bank = Project(try #require(ProjectID("demo-bank")), app: try #require(AppID("bank")), number: 2)
        for project in [shop, bank] { _ = try world.save(project) }
    }

    /// `watch`: by default nobody can tell what has changed, so that the cache always asks.
    func cache(watch: CountedChanges? = nil) -> ServiceAccountCache {
        let changes = watch ?? CountedChanges()
        if watch == nil { changes.isSure = false }
        return ServiceAccountCache(world, watch: changes, report: { [reports] in reports.add($0) })
    }

    /// A custom token as firebase-admin makes it; `file`: of the account that signs.
    func token(
        by file: JSONObject? = nil, _ claims: [String: JSONValue] = [:], header: JSONValue? = nil
    ) async throws -> String {
        let file = file ?? self.file
        let (email, keyID) = (try #require(file["client_email"]), try #require(file["private_key_id"]))
        var payload: JSONObject = [
            "iss": email, "sub": email, "aud": .string(CustomToken.audience), "uid": "ann",
            "iat": .integer(Self.now.unixSeconds), "exp": .integer(Self.now.unixSeconds + 3_600),
        ]
        for (name, value) in claims { payload[name] = value }
        let header = header ?? ["typ": "JWT", "alg": "RS256", "kid": keyID]
        let text = [header, .object(payload)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
        let key = try JWTKit.Insecure.RSA.PrivateKey(pem: try #require(file["private_key"]?.string))
        let algorithm = try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
        return text + "." + Base64.encodeForURL(try algorithm.sign(Array(text.utf8)))
    }
}
