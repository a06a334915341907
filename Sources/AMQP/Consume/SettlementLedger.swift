/// Which deliveries of a connection are settled, and the fewest frames that say so.
///
/// Tags count from 1. One frame covers all acknowledgements before the oldest delivery still at work. A later
/// acknowledgement has a frame of its own, so that a slow message never holds back the others. Example: 1, 2 and 4 are
/// acknowledged, and 3 is at work. Then the frames are "4" and "up to 2".
struct SettlementLedger {
    private(set) var generation = 0
    /// Deliveries at work.
    private var unsettled: Set<UInt64> = []
    private var acknowledged: [UInt64] = []
    private var rejected: [AcknowledgementFrame] = []
    /// No tag below it is at work.
    private var floor: UInt64 = 1
    private var last: UInt64 = 0

    /// How many deliveries are at work.
    var unsettledCount: Int { unsettled.count }

    /// Whether `takeFrames` has something to say.
    var hasFrames: Bool { !acknowledged.isEmpty || !rejected.isEmpty }

    /// Forgets everything: the broker delivers again what was unsettled.
    mutating func beginConnection() {
        self = SettlementLedger(generation: generation + 1)
    }

    private init(generation: Int) {
        self.generation = generation
    }

    init() {}

    mutating func delivered(_ tag: UInt64) {
        unsettled.insert(tag)
        last = max(last, tag)
    }

    /// Notes it for the next `takeFrames`; a second settlement, or a delivery of an earlier connection, changes
    /// nothing.
    mutating func acknowledge(_ tag: UInt64, generation: Int) {
        guard generation == self.generation, unsettled.remove(tag) != nil else { return }
        acknowledged.append(tag)
    }

    /// Notes it for the next `takeFrames`, under the same conditions as an acknowledgement.
    mutating func reject(_ tag: UInt64, requeue: Bool, generation: Int) {
        guard generation == self.generation, unsettled.remove(tag) != nil else { return }
        rejected.append(.reject(tag: tag, requeue: requeue))
    }

    /// The frames to send now, in this order.
    ///
    /// The frame that covers earlier tags names a tag that the broker still holds: at any other tag the broker closes
    /// the channel. Rejections go first, so that the covering frame cannot acknowledge them.
    mutating func takeFrames() -> [AcknowledgementFrame] {
        while floor <= last, !unsettled.contains(floor) { floor += 1 }
        var frames = rejected
        var covering: UInt64?
        for tag in acknowledged {
            if tag < floor {
                covering = max(covering ?? 0, tag)
            } else {
                frames.append(.acknowledge(tag: tag, coversEarlier: false))
            }
        }
        if let covering { frames.append(.acknowledge(tag: covering, coversEarlier: true)) }
        acknowledged.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        return frames
    }
}
