import Testing
import VerificationCore

@Suite("What is new on the board of gateways")
struct BoardChangeTests {
    @Test("is said once for each switch, weight, opening and closing")
    func once() {
        func state(
            _ control: GatewaySwitch = .untouched, _ generation: Int? = nil, _ breaker: BreakerNotice.State = .open
        ) -> GatewayBoardState {
            let notice = generation.map {
                BreakerNotice(gateway: "a", generation: $0, state: breaker, remaining: .seconds(9), reason: "slow")
            }
            return GatewayBoardState(gateways: ["a": .init(control: control, notice: notice)])
        }
        func changes(_ earlier: GatewayBoardState, _ later: GatewayBoardState) -> [BoardChange] {
            #expect(later.changes(since: later).isEmpty)
            return later.changes(since: earlier)
        }
        let nothing = GatewayBoardState()
        #expect(changes(nothing, state()).isEmpty)
        #expect(
            changes(nothing, state(GatewaySwitch(weight: 0, isOff: true))) == [
                .switchedOff(gateway: "a"), .weighted(gateway: "a", weight: 0),
            ])
        #expect(
            changes(state(GatewaySwitch(weight: 3, isOff: true)), nothing) == [
                .switchedOn(gateway: "a"), .weighted(gateway: "a", weight: nil),
            ])
        #expect(changes(nothing, state(.untouched, 1)) == [.opened(gateway: "a", reason: "slow")])
        #expect(changes(state(.untouched, 1), state(.untouched, 2)) == [.opened(gateway: "a", reason: "slow")])
        #expect(changes(state(.untouched, 1), state(.untouched, 1, .closed)) == [.closed(gateway: "a")])
        #expect(changes(state(.untouched, 1, .closed), state(.untouched, 2, .closed)).isEmpty)
    }
}
