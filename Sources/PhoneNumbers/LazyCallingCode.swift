import Synchronization

/// A calling code of a plan, whose lines are read when the first of its numbers comes.
///
/// Reading them takes some microseconds. Two tasks that come first at once both read, and one result stays.
final class LazyCallingCode: Sendable {
    let regions: [String]
    /// The lines that follow `code`.
    private let lines: ArraySlice<UInt8>
    private let loaded = AtomicLazyReference<Loaded>()

    /// The numbers behind one reference, which is cheaper to hand on than a value with a dozen of tables.
    final class Loaded: Sendable {
        let plan: CallingCodePlan
        fileprivate init(_ plan: CallingCodePlan) { self.plan = plan }
    }

    /// Takes the lines that follow `code`.
    init(regions: [String], lines: ArraySlice<UInt8>) {
        (self.regions, self.lines) = (regions, lines)
    }

    /// Takes a plan that is there already.
    init(_ plan: CallingCodePlan) {
        (regions, lines) = (plan.regions, [])
        _ = loaded.storeIfNil(Loaded(plan))
    }

    /// The numbers of the calling code; nil when its lines cannot be read, which reading a whole plan rules out.
    var numbers: Loaded? {
        if let known = loaded.load() { return known }
        var rest = PlanLines(lines)
        // A file that a caller names is read whole before it is used. The built-in plan is read whole by a test.
        guard let plan = try? CallingCodePlan(regions: regions, lines: &rest) else { return nil }
        return loaded.storeIfNil(Loaded(plan))
    }
}
