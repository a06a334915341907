/// What one window of a limit keeps of the events that it has admitted: enough to admit the next, and to take any of them
/// back as if it had never been.
///
/// To admit, the theoretical arrival time is enough: the moment at which the bucket is empty again. Taking an event back
/// moves it back by a share at most, and by less where a later event has come so late that it would have filled the
/// bucket as far anyway: by that event's margin, the time by which it came before the arrival time. Of the margins
/// only those matter that are less than every later one; they are the marks.
package struct LimitState: Sendable, Hashable {
    /// Events of one moment, and by how much the arrival time may be moved back as far as they go.
    package struct Mark: Sendable, Hashable {
        package let moment: Timestamp
        package let margin: Duration

        package init(moment: Timestamp, margin: Duration) {
            self.moment = moment
            self.margin = margin
        }
    }

    /// More marks than this become fewer, at the price that an event may give back less than it took, never more.
    package static let mostMarks = 32

    package let arrival: Timestamp
    /// In the order of their moments, and of their margins.
    package let marks: [Mark]

    /// As it was kept.
    package init(arrival: Timestamp, marks: [Mark]) {
        self.arrival = arrival
        self.marks = marks
    }

    /// After the first event.
    init(firstAt now: Timestamp, share: Duration) {
        self.init(arrival: now + share, marks: [Mark(moment: now, margin: .zero)])
    }

    /// After another event, which came at `now`.
    ///
    /// One that is written down after later ones, because two workers' transactions overlapped, takes its place before
    /// them: those have more room then.
    func spending(_ share: Duration, at now: Timestamp) -> LimitState {
        var marks = marks
        let later = marks.firstIndex { $0.moment > now } ?? marks.endIndex
        if later < marks.endIndex {
            let least = marks[later].margin
            for index in later..<marks.endIndex { marks[index] = marks[index].with(more: share) }
            if marks[..<later].last?.moment != now { marks.insert(Mark(moment: now, margin: least), at: later) }
        } else {
            let margin = max(.zero, arrival - now)
            while let last = marks.last, last.margin >= margin { marks.removeLast() }
            if marks.last?.moment != now { marks.append(Mark(moment: now, margin: margin)) }
        }
        if marks.count > Self.mostMarks { marks.joinNearest() }
        return LimitState(arrival: max(arrival, now) + share, marks: marks)
    }

    /// Without an event of the moment `spentAt`.
    ///
    /// Exact while there are few marks, in whatever order events are taken back; one that came before the bucket was last
    /// empty gives nothing back.
    func givingBack(_ share: Duration, spentAt: Timestamp) -> LimitState {
        let later = marks.firstIndex { $0.moment > spentAt } ?? marks.endIndex
        let least = later < marks.endIndex ? marks[later].margin : nil
        let given = min(share, least ?? share)
        // Earlier events see one event less after them, as well as the earlier arrival time.
        let earlier = marks[..<later].map { $0.with(more: share - given) }
        let others = marks[later...].map { $0.with(more: .zero - given) }
        return LimitState(
            arrival: arrival - given,
            marks: earlier.filter { mark in others.first.map { mark.margin < $0.margin } ?? true } + others)
    }
}

extension LimitState.Mark {
    fileprivate func with(more room: Duration) -> LimitState.Mark {
        LimitState.Mark(moment: moment, margin: margin + room)
    }
}

extension [LimitState.Mark] {
    /// Makes one mark of the two whose margins differ least: the later moment, and the lesser margin.
    fileprivate mutating func joinNearest() {
        let pairs = indices.dropLast().map { (index: $0, distance: self[$0 + 1].margin - self[$0].margin) }
        guard let nearest = pairs.min(by: { $0.distance < $1.distance })?.index else { return }
        self[nearest + 1] = LimitState.Mark(moment: self[nearest + 1].moment, margin: self[nearest].margin)
        remove(at: nearest)
    }
}
