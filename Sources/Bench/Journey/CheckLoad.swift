import NIOCore
import Synchronization

/// The checks of codes of verifications that were started before, and nothing else.
final class CheckLoad: PacedLoad {
    private struct State {
        var tallies = StageTallies([.check])
        var underWay = 0
    }

    let api: CallPool
    private let site: LoadSite
    private let prepared: [JourneyLoad.Prepared]
    private let state = Mutex(State())

    init(at site: LoadSite, _ prepared: [JourneyLoad.Prepared]) {
        self.site = site
        self.prepared = prepared
        api = CallPool(site.api)
    }

    /// Whether each check has its answer.
    var isDone: Bool { state.withLock { $0.underWay == 0 } }

    var progress: Int { state.withLock { $0.underWay } }

    var tallies: StageTallies { state.withLock { $0.tallies } }

    func takeSecond(at time: Double) -> Timeline.Point { state.withLock { $0.tallies.takeSecond(at: time) } }

    /// Types the code with this number.
    func send(_ number: Int, dueAt: NIODeadline) {
        let isThere = state.withLock { state in
            state.tallies.send()
            state.tallies[.check].ask()
            guard prepared.indices.contains(number) else {
                state.tallies[.check].fail("its verification could not be started")
                return false
            }
            state.underWay += 1
            return true
        }
        guard isThere else { return }
        api.call(site.check(prepared[number])) { answer in
            let took = NIODeadline.now() - dueAt
            let isApproved = answer.isApproved
            self.state.withLock { state in
                state.underWay -= 1
                if isApproved {
                    state.tallies[.check].complete(after: Int(took.nanoseconds / 1_000), status: answer.status)
                } else {
                    state.tallies[.check].fail(answer.words, status: answer.status)
                }
            }
        }
    }

    /// Closes its connections; a check without an answer counts as an error.
    func close() {
        state.withLock { state in
            guard state.underWay > 0 else { return }
            state.tallies[.check].fail("not seen until the end", times: state.underWay)
        }
        api.close()
    }
}
