import Testing
import VerificationCore

@Suite("What is new in the gateways' statuses")
struct GatewayStatusChangeTests {
    @Test("is said once for each switch, weight, opening and closing")
    func once() {
        func state(
            _ control: GatewaySwitch = .untouched, _ generation: Int? = nil, _ breaker: BreakerNotice.State = .open
        ) -> GatewayStatuses {
            let notice = generation.map {
                BreakerNotice(gateway: "a", generation: $0, state: breaker, remaining: .seconds(9), reason: "slow")
            }
            return GatewayStatuses(gateways: ["a": .init(control: control, notice: notice)])
        }
        func changes(_ earlier: GatewayStatuses, _ later: GatewayStatuses) -> [GatewayStatusChange] {
            #expect(later.changes(since: later).isEmpty)
            return later.changes(since: earlier)
        }
        let nothing = GatewayStatuses()
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
