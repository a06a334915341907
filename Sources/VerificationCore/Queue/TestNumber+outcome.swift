extension TestNumber {
    /// What becomes of a message to it, and how its delivery leaves the worker.
    package func outcome(
        of order: SendOrder, ladder: RetryLadder
    ) -> (outcome: SendRecord.Outcome, settlement: Settlement) {
        switch scenario {
        case nil, .limited:
            return (.accepted(gatewayID: nil), .acknowledge)
        case .undelivered:
            return (.undelivered(reason: "test-number"), .acknowledge)
        case .gatewayDown:
            return (.failed(reason: "gateway-down"), .acknowledge)
        case .late:
            guard order.tries == 1 else { return (.accepted(gatewayID: nil), .acknowledge) }
            let delay = ladder.delay(afterTries: order.tries)
            return (.waiting(delay, reason: "late"), .again(after: delay))
        }
    }
}
