import NIOCore
import StrictJSON
import Synchronization
import VerificationCore

/// The journeys of a load: starts verifications, follows each on its way, and types the codes that the sandbox shows.
final class JourneyLoad: PacedLoad {
    /// A verification that waits for its code.
    struct Prepared: Sendable {
        let id: String
        let code: String
    }

    private struct Journey {
        let dueAt: NIODeadline
        var id: String?
        var code: String?
        /// Whether the code was typed or kept.
        var isTaken = false
        /// The stages that are over, well or not, as bits.
        var over: UInt8 = 0
    }

    private struct State {
        var tallies: StageTallies
        var ledger = JourneyLedger()
        /// Those under way, by their numbers from 0.
        var journeys: [Int: Journey] = [:]
        var prepared: [Prepared] = []
        /// How many stages are over, of all journeys.
        var steps = 0
    }

    let api: CallPool
    private let site: LoadSite
    private let most: Int
    private let all: UInt8
    private let state: Mutex<State>

    /// `most`: how many journeys it has; without `stages` to `.check` it keeps the codes and does not type them.
    init(at site: LoadSite, stages: [JourneyStage], most: Int) {
        self.site = site
        self.most = most
        api = CallPool(site.api)
        all = stages.reduce(0) { $0 | $1.bit }
        state = Mutex(State(tallies: StageTallies(stages)))
    }

    /// Whether nothing is under way.
    var isDone: Bool { state.withLock { $0.journeys.isEmpty } }

    var progress: Int { state.withLock { $0.steps } }

    var tallies: StageTallies { state.withLock { $0.tallies } }

    var prepared: [Prepared] { state.withLock { $0.prepared } }

    func takeSecond(at time: Double) -> Timeline.Point { state.withLock { $0.tallies.takeSecond(at: time) } }

    /// Starts the journey with this number; they come in order.
    func send(_ number: Int, dueAt: NIODeadline) {
        state.withLock { state in
            state.journeys[number] = Journey(dueAt: dueAt)
            state.ledger.send()
            state.tallies.send()
            state.tallies[.start].ask()
        }
        api.call(site.start(number)) { self.started(number, answer: $0) }
    }

    private func started(_ number: Int, answer: CallAnswer) {
        let now = NIODeadline.now()
        // Read before the lock is taken, because others wait for the lock.
        let id = answer.status == 202 ? answer.json?["verificationId"]?.string : nil
        let check = state.withLock { state -> Prepared? in
            guard let id else {
                state.tallies[.start].fail(answer.words, status: answer.status)
                state.journeys[number] = nil
                state.steps += 1
                return nil
            }
            state.ledger.accepted += 1
            for stage in state.tallies.stages where stage != .start { state.tallies[stage].ask() }
            state.journeys[number]?.id = id
            complete(.start, of: number, at: now, status: 202, in: &state)
            return takePrepared(number, in: &state)
        }
        if let check { typeCode(check, of: number) }
    }

    /// The sandbox has an SMS.
    func gatewayTook(_ phone: String, code: String?, at moment: NIODeadline) {
        let found = BenchPhones.number(in: phone.utf8)
        let number = found.map { $0 - site.first } ?? -1
        // Another load may use the same sandbox, but not these phones. The phones before them are the warm-up's.
        let isOurs = site.isAlone ? found.map { $0 >= site.first } ?? true : (0..<most).contains(number)
        let check = state.withLock { state -> Prepared? in
            guard state.ledger.take(number, isOurs: isOurs) else { return nil }
            state.journeys[number]?.code = code
            complete(.gateway, of: number, at: moment, in: &state)
            return takePrepared(number, in: &state)
        }
        if let check { typeCode(check, of: number) }
    }

    /// An event of the journey with this phone's number has come, or the database has recorded a receipt.
    func reached(_ stage: JourneyStage, phone number: Int, at moment: NIODeadline) {
        state.withLock { complete(stage, of: number - site.first, at: moment, in: &$0) }
    }

    private func typeCode(_ prepared: Prepared, of number: Int) {
        api.call(site.check(prepared)) { answer in
            let now = NIODeadline.now()
            let isApproved = answer.isApproved
            self.state.withLock { state in
                if isApproved {
                    self.complete(.check, of: number, at: now, status: 200, in: &state)
                } else {
                    state.tallies[.check].fail(answer.words, status: answer.status)
                    self.end(.check, of: number, in: &state)
                }
            }
        }
    }

    /// The id and the code, once both are known; the code is typed or kept.
    private func takePrepared(_ number: Int, in state: inout State) -> Prepared? {
        guard let journey = state.journeys[number], !journey.isTaken, let id = journey.id, let code = journey.code
        else { return nil }
        let prepared = Prepared(id: id, code: code)
        state.journeys[number]?.isTaken = true
        guard all & JourneyStage.check.bit != 0 else {
            state.prepared.append(prepared)
            end(.gateway, of: number, in: &state)
            return nil
        }
        return prepared
    }

    private func complete(
        _ stage: JourneyStage, of number: Int, at moment: NIODeadline, status: Int? = nil, in state: inout State
    ) {
        guard all & stage.bit != 0, let journey = state.journeys[number], journey.over & stage.bit == 0 else { return }
        state.tallies[stage].complete(
            after: Int((moment - journey.dueAt).nanoseconds / 1_000), status: status)
        end(stage, of: number, in: &state)
    }

    /// A stage is over; a journey whose stages are all over is forgotten.
    private func end(_ stage: JourneyStage, of number: Int, in state: inout State) {
        guard var journey = state.journeys[number] else { return }
        journey.over |= stage.bit
        state.steps += 1
        let waitsForID = all & JourneyStage.check.bit == 0 && !journey.isTaken
        state.journeys[number] = journey.over == all && !waitsForID ? nil : journey
    }
}

extension JourneyLoad {
    /// The count at the end: asks for each accepted verification without an SMS whether it has ended.
    ///
    /// What has not happened now counts as an error of its stage.
    func close() async -> JourneyLedger {
        let silent = state.withLock { state -> [String] in
            for journey in state.journeys.values {
                // What comes after an answer that has not come is not asked for.
                let stages = journey.id == nil ? [.start] : state.tallies.stages
                for stage in stages where journey.over & stage.bit == 0 {
                    state.tallies[stage].fail("not seen until the end")
                }
            }
            return state.journeys.compactMap { state.ledger.isSilent($0) ? $1.id : nil }
        }
        // Beyond the first hundred all count as lost: so many are a finding anyway.
        let ended = await withTaskGroup { group in
            for id in silent.prefix(100) { group.addTask { await self.hasEnded(id) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        api.close()
        return state.withLock { state in
            (state.ledger.lost, state.ledger.ended) = (silent.count - ended, ended)
            return state.ledger
        }
    }

    /// Whether a verification will get no SMS any more; false also when this cannot be found out.
    private func hasEnded(_ id: String) async -> Bool {
        let status = await api.ask(site.show(id)).json?["status"]?.string
        return status.map { !["queued", "pending"].contains($0) } ?? false
    }
}

extension JourneyStage {
    fileprivate var bit: UInt8 { 1 << ordinal }
}

extension CallAnswer {
    /// Whether it says that the code was right.
    var isApproved: Bool { status == 200 && json?["status"]?.string == "approved" }
}
