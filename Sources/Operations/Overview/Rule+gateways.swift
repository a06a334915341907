import VerificationCore

/// The rule about gateways whose calls fail.
extension Rule {
    /// The gateway that does the most harm; even the worst may do none, because other gateways take its messages.
    func gatewayFails(_ situation: Situation) -> Judgement.RuleFinding? {
        guard situation.counts.current != nil else { return nil }
        return situation.failingGateways.map { accusation(of: $0, situation) }.max { $0.level < $1.level }
    }

    private func accusation(of gateway: FailingGateway, _ situation: Situation) -> Judgement.RuleFinding {
        let (calls, name) = (gateway.calls, gateway.name)
        let (level, sentence) =
            situation.hasOtherWays(than: name) ? carried(gateway, in: situation) : stuck(gateway, in: situation)
        return Judgement.RuleFinding(
            level, by: self, sentence: sentence,
            measure: "\(calls.failed) of \(calls.all) calls failed in \(gateway.within), "
                + "\(Limits.percent(gateway.level == .down ? Limits.manyFail : Limits.someFail)) is too much",
            subjects: [name])
    }

    /// Of a gateway whose messages other gateways take; but no gateway takes a message that may have left already.
    private func carried(_ gateway: FailingGateway, in situation: Situation) -> (Judgement.Level, String) {
        let lost = gateway.calls.unknownShare
        guard lost >= Limits.someFail else {
            let others = situation.otherWays(than: gateway.name).joined(separator: ", ")
            return (.degraded, "Gateway \(fault(of: gateway)); these messages go through \(others).")
        }
        return (
            lost >= Limits.manyFail ? .down : .degraded,
            "Some messages may not have left: gateway \(gateway.name) gives no clear answer to "
                + "\(Limits.percent(lost)) of its calls."
        )
    }

    private func stuck(_ gateway: FailingGateway, in situation: Situation) -> (Judgement.Level, String) {
        let routes = situation.routesWithoutOtherWay(than: gateway.name)
        let isPart = !routes.isEmpty && routes.count < situation.gatewayList.routes.count
        return (
            gateway.level,
            "\(gateway.calls.failedShare < 0.9 ? "Some messages" : "Messages")"
                + "\(isPart ? " for \(situation.gatewayList.messages(of: routes))" : "") do not leave: "
                + "gateway \(fault(of: gateway))."
        )
    }

    /// For example `main throttles 30 % of its calls`.
    private func fault(of gateway: FailingGateway) -> String {
        "\(gateway.name) \(gateway.calls.isBusy ? "throttles" : "fails") "
            + "\(Limits.percent(gateway.calls.failedShare)) of its calls"
    }
}
