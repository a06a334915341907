import AccountCore
import AccountTesting
import StrictJSON
import Synchronization
import Testing
import VerificationCore

@testable import Accounts

@Suite("The keys of token issuers")
struct KeySetCacheTests {
    private static let url = "https://issuer.example/keys"
    private static let now = Timestamp(seconds: 1_767_229_200)
    /// The keys of RFC 7517, appendix A.1: an elliptic one for encryption, and an RSA one.
    private static let elliptic: JSONValue = [
        "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "use": "enc", "kid": "1",
    ]
    private static let rsa: JSONObject = [
        "kty": "RSA",
        "n": """
        0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhM\
        stn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5\
        hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
        """,
        "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]

    private let source = ScriptedKeySets()

    @Test("the RSA key of a standard's example is found, and a key of another kind is not")
    func example() async throws {
        source.put(["keys": [Self.elliptic, .object(Self.rsa)]], at: Self.url)
        let cache = KeySetCache(source) { _ in }
        let (rsa, elliptic) = (
            try await cache.key("2011-04-29", at: Self.url, now: Self.now),
            try await cache.key("1", at: Self.url, now: Self.now)
        )
        #expect(rsa != nil && elliptic == nil && source.asked.count == 1)
    }

    @Test("a small step back of the store's clock asks no issuer again, and a key stays good while its issuer is away")
    func clockStep() async throws {
        source.put(["keys": [.object(Self.rsa)]], at: Self.url)
        let cache = KeySetCache(source) { _ in }
        #expect(try await cache.key("2011-04-29", at: Self.url, now: Self.now) != nil)
        source.put(nil, at: Self.url)
        #expect(try await cache.key("2011-04-29", at: Self.url, now: Self.now - .milliseconds(40)) != nil)
        #expect(try await cache.key("another", at: Self.url, now: Self.now - .milliseconds(40)) == nil)
        #expect(source.asked.count == 1)
    }

    @Test("a document without a key that can check a token is as if the issuer were away, and is reported")
    func unusable() async throws {
        var others = [[Self.elliptic]]
        for (name, value) in [("use", "enc"), ("alg", "RS512"), ("n", "AQ"), ("n", "?"), ("kty", "oct")] {
            var key = Self.rsa
            key[name] = .string(value)
            others.append([.object(key)])
        }
        others.append([])
        others.append(Array(repeating: .object(Self.rsa), count: 101))
        let sets = others.map { ["keys": .array($0)] as JSONObject } + [["keys": "x"], JSONObject()]
        for set in sets {
            source.put(set, at: Self.url)
            let heard = Mutex<[String]>([])
            let cache = KeySetCache(source) { words in heard.withLock { $0.append(words) } }
            await #expect(throws: AccountError.unavailable, "\(set)") {
                _ = try await cache.key("2011-04-29", at: Self.url, now: Self.now)
            }
            let words = heard.withLock { $0 }
            #expect(words.count == 1 && words[0].contains(Self.url))
        }
    }

    @Test(
        "calls that come while the issuer is silent wait for one read, and it answers all of them",
        .timeLimit(.minutes(10)))
    func together() async throws {
        let held = HeldKeySet(["keys": [.object(Self.rsa)]])
        let cache = KeySetCache(held) { _ in }
        let found = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...50 {
                group.addTask { try await cache.key("2011-04-29", at: Self.url, now: Self.now) != nil }
            }
            await held.isAsked()
            held.release()
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(found == 50 && held.asked == 1)
    }
}

/// An issuer that answers once the test lets it.
private final class HeldKeySet: KeySetSource {
    private let set: JSONObject
    private let count = Mutex(0)
    private let (asks, ask) = AsyncStream.makeStream(of: Void.self)
    private let (releases, go) = AsyncStream.makeStream(of: Void.self)

    init(_ set: JSONObject) { self.set = set }

    var asked: Int { count.withLock { $0 } }

    func isAsked() async { for await _ in asks { return } }

    func release() { go.finish() }

    func keySet(at url: String) async throws(KeySetError) -> JSONObject {
        count.withLock { $0 += 1 }
        ask.yield()
        for await _ in releases {}
        return set
    }

    func keySet(ofIssuer issuer: String) async throws(KeySetError) -> JSONObject { throw .unusable("no issuer") }
}
