import Synchronization
import VerificationCore

/// A database and a broker without servers: one memory under one lock, which every port of the core sees.
///
/// All adapters of an installation see one PostgreSQL and one RabbitMQ, and so do all fakes of a test: whoever is handed
/// the world as a store, as the audit or as the registry sees what was done through any other port. The rules are the
/// product's own. Time is the clock's, which only a test moves. A queue of it, and an inbox on a queue, is a view that
/// holds nothing but the world.
package final class InMemoryWorld: Sendable {
    /// A part of the world that a test can take away by itself.
    package enum Part: Sendable, Hashable {
        /// Verifications with their events, the settings of apps, and the register of code keys.
        case verifications
        /// What a process knows of apps by itself; it may answer while the database does not.
        case directory
        case operatorsAndAudit
        case blocks
        /// Incidents and marks; what workers mark is kept nevertheless.
        case incidents
        /// The sums of tallies; what is added is kept nevertheless.
        case tallies
    }

    /// Everything that there is, by subject.
    struct State: Sendable {
        var records = Records()
        var events = Events()
        var apps = Apps()
        /// When each key of a code ring was last noted as in use.
        var codeKeys: [String: Timestamp] = [:]
        var operators = Operators()
        var audit: [StoredAudit] = []
        /// By the rule's name.
        var acknowledgements: [String: Acknowledgement] = [:]
        var blocks = Blocks()
        var incidents: [Incident] = []
        /// In the order in which they were kept.
        var marks: [Mark] = []
        var queueSamples: [QueueSample] = []
        var tallies: [TallyKey: Int] = [:]
        var workers = Workers()
        var queues: [WorkQueue: Queue] = [:]
        var away: Set<Part> = []
    }

    package let clock: ManualClock
    /// How many verifications, and how many lines of the audit, it looks at for a page of those that fit a filter.
    let (mostVerifications, mostLines): (Int, Int)
    /// How many blocks there may be.
    let mostBlocks: Int
    let state = Mutex(State())
    let rules = RuleBook()

    package init(
        clock: ManualClock = ManualClock(), mostVerifications: Int = 5_000, mostLines: Int = 10_000,
        mostBlocks: Int = BlockRule.most
    ) {
        self.clock = clock
        (self.mostVerifications, self.mostLines, self.mostBlocks) = (mostVerifications, mostLines, mostBlocks)
    }

    /// The parts whose every call throws `unavailable`, as if no database answered.
    package var away: Set<Part> {
        get { state.withLock(\.away) }
        set { state.withLock { $0.away = newValue } }
    }

    /// Forgets everything.
    package func empty() { state.withLock { $0 = State() } }

    /// Runs a call to a part of the world as one transaction, unless the part is away.
    func answering<Value: Sendable>(
        about part: Part, _ call: (inout State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            if state.away.contains(part) { throw .unavailable }
            return try call(&state)
        }
    }
}
