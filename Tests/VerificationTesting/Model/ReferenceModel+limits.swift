import VerificationCore

/// A send or a wrong code, and where it counts.
struct ModelEvent: Sendable {
    let at: Timestamp
    let session: Int
    /// The message; 0 for a wrong code.
    let ordinal: Int
    /// The windows in which it counts.
    var counts: Set<Counter>
    /// The windows in which it may count or not, after a take-back by other rules.
    var mayCount: Set<Counter> = []
}

/// What a limit counts, with the length of the window; a window of another length has counts of its own.
struct Counter: Sendable, Hashable {
    let limit: LimitReached.Limit
    /// The phone, network or country; empty for the app.
    let of: String
    let seconds: Int

    /// A sixtieth of the window, at least; by so much a share may be late.
    var slot: Duration { .microseconds((Int64(seconds) * 1_000_000 + 59) / 60) }
    var length: Duration { .seconds(seconds) }
}

/// A limit that a request or a check meets.
struct Bound: Sendable {
    let counter: Counter
    let most: Int
}

extension ReferenceModel {
    func boundsOfSends(_ request: ModelRequest) -> [Bound] {
        let country = ModelPlaces.countries[request.phone] ?? ""
        return bounds(.sendsPerPhone, of: "\(request.phone)", rules.perPhone)
            + bounds(.sendsPerIP, of: request.network.map { "\($0)" }, rules.perAddress)
            + bounds(.sendsPerPrefix, of: country, rules.perPrefix) + bounds(.sendsPerApp, of: "", rules.perApp)
    }

    func boundsOfChecks(_ session: ModelSession, network: Int?) -> [Bound] {
        bounds(.wrongCodesPerPhone, of: "\(session.phone)", rules.wrongPerPhone)
            + bounds(.wrongCodesPerIP, of: network.map { "\($0)" }, rules.wrongPerAddress)
    }

    private func bounds(_ limit: LimitReached.Limit, of value: String?, _ windows: [ModelWindow]) -> [Bound] {
        guard let value else { return [] }
        return windows.map { Bound(counter: Counter(limit: limit, of: value, seconds: $0.seconds), most: $0.most) }
    }

    /// How many events surely count in the window that ends at `moment`.
    private func least(_ counter: Counter, at moment: Timestamp) -> Int {
        events.count { $0.counts.contains(counter) && moment - $0.at < counter.length }
    }

    /// How many events may count in a window of this length that ends at `moment`.
    private func greatest(_ counter: Counter, at moment: Timestamp, in length: Duration) -> Int {
        events.count {
            ($0.counts.contains(counter) || $0.mayCount.contains(counter)) && moment - $0.at < length
        }
    }

    /// How many events a store may count, because a share may be late by a slot.
    private func greatest(_ counter: Counter, at moment: Timestamp) -> Int {
        greatest(counter, at: moment, in: counter.slot * 61)
    }

    /// Whether all limits admit an event; where the model leaves the choice, `seen` has made it.
    mutating func admits(_ bounds: [Bound], session: Int, seen: ModelAnswer) throws -> Bool {
        let holding = bounds.filter { least($0.counter, at: now) >= $0.most }
        let free = bounds.filter { greatest($0.counter, at: now) >= $0.most }
        guard case .limited(let limited) = seen, limited.limit != .sendsPerVerification else {
            guard holding.isEmpty else { throw Disagreement(description: "limited by \(holding)") }
            if !free.isEmpty { reach(.free) }
            return true
        }
        guard !free.isEmpty else { throw Disagreement(description: "not limited") }
        if holding.isEmpty { reach(.free) }
        try judge(limited, of: bounds, session: session)
        return false
    }

    /// The limit that is named holds, and the wait is long enough for all limits, and too long by a slot at most.
    private func judge(_ limited: ModelLimit, of bounds: [Bound], session: Int) throws {
        guard limited.session == session else { throw Disagreement(description: "limited, of verification \(session)") }
        let named = bounds.first {
            $0.counter.limit == limited.limit && ModelWindow($0.most, in: $0.counter.seconds) == limited.window
        }
        guard let named, greatest(named.counter, at: now) >= named.most else {
            throw Disagreement(description: "not limited by \(limited.window) of \(limited.limit)")
        }
        let then = now + limited.retryAfter
        if let early = bounds.first(where: { least($0.counter, at: then) >= $0.most }) {
            throw Disagreement(description: "a longer wait, for \(early)")
        }
        // Rounding a slot up to a microsecond makes 60 of them longer than the window.
        let before = then - named.counter.slot - .microseconds(61)
        if before >= now, greatest(named.counter, at: before, in: named.counter.length) < named.most {
            throw Disagreement(description: "a shorter wait, for \(named)")
        }
    }

    /// Expects that a send says how much the tightest limit has left, and returns what it says.
    func leftAfterSend(_ bounds: [Bound], seen: ModelAnswer) throws -> Int? {
        guard case .send(let send) = seen else { return nil }
        let most = bounds.map { max(0, $0.most - least($0.counter, at: now)) }.min()
        let fewest = bounds.map { max(0, $0.most - greatest($0.counter, at: now)) }.min()
        guard let most, let fewest else { return nil }
        guard let left = send.left, (fewest...most).contains(left) else {
            throw Disagreement(description: "\(fewest) to \(most) left in the limits")
        }
        return left
    }

    mutating func count(_ bounds: [Bound], session: Int, ordinal: Int) {
        events.append(
            ModelEvent(at: now, session: session, ordinal: ordinal, counts: Set(bounds.map(\.counter))))
    }

    /// Takes a send back that did not happen, under the rules of the try that failed.
    ///
    /// Exact where the windows' lengths are those under which it was counted. The other windows are the known
    /// difference: a window that the rules do not name keeps the share, and a window that is new to this send may lose
    /// the share of another event in the same slot. Both become shares that may count or not.
    mutating func takeBack(_ request: ModelRequest, session: Int, ordinal: Int, by triedRules: ModelRules) {
        guard let place = events.firstIndex(where: { $0.session == session && $0.ordinal == ordinal }) else { return }
        var model = self
        model.rules = triedRules
        let named = Set(model.boundsOfSends(request).map(\.counter))
        let (event, kept) = (events[place], events[place].counts.subtracting(named))
        events[place].counts = []
        events[place].mayCount.formUnion(kept)
        reach(.takenBack)
        let foreign = named.subtracting(event.counts)
        if !kept.isEmpty || !foreign.isEmpty { reach(.takenBackByOtherRules) }
        for counter in foreign {
            for other in events.indices where events[other].counts.contains(counter) {
                let distance = events[other].at - event.at
                if max(distance, .zero - distance) < counter.slot {
                    events[other].counts.remove(counter)
                    events[other].mayCount.insert(counter)
                }
            }
        }
    }
}
