import AccountCore
import StrictJSON
import Synchronization
import VerificationCore

/// The keys of token issuers, from memory: each token needs one, and an issuer changes its keys rarely.
///
/// - A set that is older than `life` is read anew while it still answers. A set that is older than twice that is read
///   before it answers.
/// - A key that a set lacks may be new, so the set is read again. An attacker can name keys that no set has, so a set is
///   read at most once in `pause`.
/// - While an issuer gives no answer, its last set stays good for `longestLife`. So a short outage there refuses nobody here.
///   But then nobody can say of a key that the set lacks whether it is a new one.
package final class KeySetCache: Sendable {
    private struct Known: Sendable {
        var keys: [String: TokenVerifier] = [:]
        /// When the issuer last gave this set; nil where it never did.
        var readAt: Timestamp?
        /// When the issuer was last asked.
        var askedAt: Timestamp
        /// The read that goes on now; nil without.
        var reading: Task<Void, Never>?

        /// Nil where the issuer never gave the set.
        ///
        /// A clock that was set back makes every set old. The store's clock takes smaller steps back by itself, whenever a
        /// process learns it more exactly; a set that was read just before such a step is new.
        func age(at now: Timestamp) -> Duration? {
            readAt.map { $0 - now <= KeySetCache.clockStep ? max(now - $0, .zero) : KeySetCache.longestLife }
        }

        /// The key of an id; without an id the only key of the set, which then needs none (OpenID Connect Core 1.0, section 10.1).
        func key(_ id: String?) -> TokenVerifier? {
            guard let id else { return keys.count == 1 ? keys.first?.value : nil }
            return keys[id]
        }

        func isUsable(at now: Timestamp) -> Bool { age(at: now).map { $0 < KeySetCache.longestLife } ?? false }

        /// Whether the issuer may be asked again; soon where no set answers, because then calls wait for it.
        func mayAsk(at now: Timestamp) -> Bool {
            let pause = isUsable(at: now) ? KeySetCache.pause : KeySetCache.shortPause
            return askedAt - now > KeySetCache.clockStep || now - askedAt >= pause
        }
    }

    private static let life = Duration.seconds(3_600)
    private static let longestLife = Duration.seconds(86_400)
    private static let pause = Duration.seconds(30)
    private static let shortPause = Duration.seconds(3)
    private static let clockStep = Duration.seconds(5)
    /// No issuer has more keys at once.
    private static let mostKeys = 100

    private let source: any KeySetSource
    private let report: @Sendable (String) -> Void
    private let known = Mutex<[KeySetPlace: Known]>([:])

    /// `report` hears, as a sentence for operators, why an issuer's keys cannot be read.
    package init(_ source: any KeySetSource, report: @escaping @Sendable (String) -> Void) {
        (self.source, self.report) = (source, report)
    }

    /// The key of this id in the set at the URL; nil where the set has no such key.
    ///
    /// Throws `unavailable` where the issuer has to say it, and gives no answer.
    func key(_ id: String, at url: String, now: Timestamp) async throws(AccountError) -> TokenVerifier? {
        try await key(id, in: .url(url), now: now)
    }

    /// The key of this id in a set; nil where the set has no such key.
    ///
    /// Without an id it is the set's only key. Throws as above.
    func key(_ id: String?, in place: KeySetPlace, now: Timestamp) async throws(AccountError) -> TokenVerifier? {
        if let set = usable(place, at: now), let key = set.key(id), let age = set.age(at: now), age < Self.life * 2 {
            // No caller waits for a newer set while the known one answers.
            if age >= Self.life { _ = beginRead(place, at: now) }
            return key
        }
        await beginRead(place, at: now)?.value
        guard let set = usable(place, at: now) else { throw .unavailable }
        if let key = set.key(id) { return key }
        // The last read has failed: the key may be a new one.
        if set.readAt != set.askedAt { throw .unavailable }
        return nil
    }

    private func usable(_ place: KeySetPlace, at now: Timestamp) -> Known? {
        known.withLock { $0[place] }.flatMap { $0.isUsable(at: now) ? $0 : nil }
    }

    /// Begins to read the set, or gives the read that another call has begun; nil where the issuer was asked just now.
    private func beginRead(_ place: KeySetPlace, at now: Timestamp) -> Task<Void, Never>? {
        known.withLock { known in
            var set = known[place] ?? Known(askedAt: Timestamp(seconds: 0))
            if let reading = set.reading { return reading }
            guard set.mayAsk(at: now) else { return nil }
            set.askedAt = now
            let reading = Task { await self.read(place, at: now) }
            set.reading = reading
            known[place] = set
            return reading
        }
    }

    private func read(_ place: KeySetPlace, at now: Timestamp) async {
        do throws(KeySetError) {
            let keys = try await Self.keys(in: try await set(at: place))
            known.withLock { $0[place] = Known(keys: keys, readAt: now, askedAt: now) }
        } catch {
            report("the keys \(place.words) cannot be read: \(error.words)")
            known.withLock { $0[place]?.reading = nil }
        }
    }

    private func set(at place: KeySetPlace) async throws(KeySetError) -> JSONObject {
        switch place {
        case .url(let url): try await source.keySet(at: url)
        case .issuer(let issuer): try await source.keySet(ofIssuer: issuer)
        }
    }

    /// The keys of a set that can check tokens; a key of another kind is left out.
    private static func keys(in set: JSONObject) async throws(KeySetError) -> [String: TokenVerifier] {
        guard let list = set["keys"]?.array, list.count <= mostKeys else { throw .unusable("it has no list of keys") }
        var keys: [String: TokenVerifier] = [:]
        for key in list {
            if let id = key["kid"]?.string, let verifier = await TokenVerifier(jwk: key) { keys[id] = verifier }
        }
        guard !keys.isEmpty else { throw .unusable("it has no key that can check a token") }
        return keys
    }
}
