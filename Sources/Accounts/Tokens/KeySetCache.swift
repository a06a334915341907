import AccountCore
import JWTKit
import StrictJSON
import Synchronization
import VerificationCore

/// The keys of token issuers, from memory: each token needs one, and an issuer changes its keys rarely.
///
/// A set is read anew once it is older than `life`, and sooner for a key that it lacks, because the issuer may have changed
/// its keys. A stranger can name keys that no set has; so one set is read at most once in `pause`. While an issuer gives no
/// answer, its last set stays good for `longestLife`, so a short outage there refuses nobody here.
package final class KeySetCache: Sendable {
    private struct Known: Sendable {
        var keys: [String: TokenVerifier] = [:]
        /// When the issuer last gave this set; nil where it never did.
        var readAt: Timestamp?
        /// When the issuer was last asked.
        var askedAt: Timestamp

        func isOld(at now: Timestamp) -> Bool { readAt.map { now - $0 >= life } ?? true }

        func isUsable(at now: Timestamp) -> Bool { readAt.map { now - $0 < longestLife } ?? false }
    }

    private static let life = Duration.seconds(3_600)
    private static let longestLife = Duration.seconds(86_400)
    private static let pause = Duration.seconds(30)
    /// No issuer has more keys at once.
    private static let mostKeys = 100

    private let source: any KeySetSource
    private let report: @Sendable (String) -> Void
    private let known = Mutex<[String: Known]>([:])
    private let reading = Mutex<[String: Task<Void, Never>]>([:])

    /// `report` hears, as a sentence for operators, why an issuer's keys cannot be read.
    package init(_ source: any KeySetSource, report: @escaping @Sendable (String) -> Void) {
        (self.source, self.report) = (source, report)
    }

    /// The key of this id in the set at the URL; nil where the set has no such key.
    ///
    /// Throws `unavailable` where no set is known that is young enough to answer.
    func key(_ id: String, at url: String, now: Timestamp) async throws(AccountError) -> TokenVerifier? {
        let set = usable(url, at: now)
        if let set, let key = set.keys[id] {
            // No caller waits for a newer set while the known one answers.
            if set.isOld(at: now), mayAsk(url, at: now) { Task { await read(url, at: now) } }
            return key
        }
        if mayAsk(url, at: now) { await read(url, at: now) }
        guard let set = usable(url, at: now) else { throw .unavailable }
        return set.keys[id]
    }

    private func usable(_ url: String, at now: Timestamp) -> Known? {
        known.withLock { $0[url] }.flatMap { $0.isUsable(at: now) ? $0 : nil }
    }

    /// A caller that comes while the set is read waits for that read.
    private func mayAsk(_ url: String, at now: Timestamp) -> Bool {
        reading.withLock { $0[url] != nil }
            || known.withLock { $0[url] }.map { now - $0.askedAt >= Self.pause } ?? true
    }

    /// Reads the set, or waits for the read that another call has begun.
    private func read(_ url: String, at now: Timestamp) async {
        let task = reading.withLock { reading in
            if let task = reading[url] { return task }
            let task = Task {
                await self.replace(url, at: now)
                self.reading.withLock { $0[url] = nil }
            }
            reading[url] = task
            return task
        }
        await task.value
    }

    private func replace(_ url: String, at now: Timestamp) async {
        known.withLock { $0[url, default: Known(askedAt: now)].askedAt = now }
        do throws(KeySetError) {
            let keys = try await Self.keys(in: try await source.keySet(at: url))
            known.withLock { $0[url] = Known(keys: keys, readAt: now, askedAt: now) }
        } catch {
            report("the keys at \(url) cannot be read: \(error.words)")
        }
    }

    /// The RSA keys of a set; a key of another kind is left out.
    private static func keys(in set: JSONObject) async throws(KeySetError) -> [String: TokenVerifier] {
        guard let list = set["keys"]?.array, list.count <= mostKeys else { throw .unusable("it has no list of keys") }
        var keys: [String: TokenVerifier] = [:]
        for key in list {
            guard key["kty"]?.string == "RSA", key["use"]?.string ?? "sig" == "sig", let id = key["kid"]?.string,
                let modulus = key["n"]?.string, let exponent = key["e"]?.string
            else { continue }
            // A key that jwt-kit does not take checks no token.
            guard let rsa = try? JWTKit.Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent),
                let verifier = try? await TokenVerifier(rsa)
            else { continue }
            keys[id] = verifier
        }
        guard !keys.isEmpty else { throw .unusable("it has no RSA key") }
        return keys
    }
}

extension KeySetError {
    fileprivate var words: String {
        switch self {
        case .unreachable(let words), .unusable(let words): words
        }
    }
}
