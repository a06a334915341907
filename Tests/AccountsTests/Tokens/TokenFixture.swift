import AccountCore
import AccountTesting
import Accounts
import Foundation
import StrictJSON
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

/// A store of signing keys with issuers that use it, and somebody who gets tokens there.
struct TokenFixture {
    /// 32 bytes of 1, and 32 bytes of 2.
    static let one = "one:" + String(repeating: "AQEB", count: 10) + "AQE="
    static let two = "two:" + String(repeating: "AgIC", count: 10) + "AgI="

    /// Sealed under the ring's key `one`; made once, because to make a key takes long.
    private static let made = Result { try (0..<3).map { _ in try maker(one).make(activeFrom: Timestamp(seconds: 0)) } }

    let world = InMemoryAccountWorld()
    /// From the real time on, because jwt-kit compares with that.
    let clock = ManualClock(Timestamp(seconds: Int64(Date.now.timeIntervalSince1970)))
    let reports = Reports()
    let changes = CountedChanges()
    let project: Project
    let account: Account

    init() throws {
        project = Project(
            try #require(ProjectID("demo-shop")), app: try #require(AppID("shop")), number: 12_345)
        var account = Account(try #require(LocalID("user-1")), createdAt: Timestamp(seconds: 1_700_000_000))
        (account.phone, account.displayName) = ("+14155550123", "Änn")
        account.customClaims = try CustomClaims(#"{"level":3,"share":0.25,"tags":[true,null,{}]}"#)
        self.account = account
    }

    var now: Timestamp { clock.now }

    /// One of three keys that differ, which signs from then on.
    static func key(_ number: Int, from moment: Timestamp = Timestamp(seconds: 0)) throws -> SigningKey {
        let key = try made.get()[number]
        return SigningKey(id: key.id, secret: key.secret, certificate: key.certificate, activeFrom: moment)
    }

    static func maker(_ ring: String) throws -> SigningKeyMaker {
        SigningKeyMaker(keyRing: try KeyRing(ring), randomBytes: randomBytes)
    }

    @Sendable static func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

    func issuer(_ mode: IdentityMode = .production, ring: String = one) throws -> TokenIssuer {
        TokenIssuer(
            keys: world, watch: changes, keyRing: try KeyRing(ring), mode: mode,
            report: { [reports] in reports.add($0) },
            now: { [clock] in clock.now }, randomBytes: Self.randomBytes)
    }

    /// A session that began a minute ago.
    func session(_ method: SignInMethod = SignInMethod(.phone)) -> RefreshSession {
        RefreshSession(tokenHash: [], method: method, beganAt: now - .seconds(60))
    }

    /// An ID token of the account.
    func token(of issuer: TokenIssuer) async throws -> String {
        try await issuer.idToken(of: account, in: session(), for: project, at: now)
    }
}

/// What was reported.
final class Reports: Sendable {
    private let problems = Mutex<[StoreError]>([])

    var all: [StoreError] { problems.withLock { $0 } }

    func add(_ problem: StoreError) { problems.withLock { $0.append(problem) } }
}
