/// The times and counts of a session.
package struct SessionLimits: Sendable, Hashable {
    /// How many `submit_sm` may wait for their answers at once; operators allow ten as a rule.
    package var window = 10
    /// How long the SMSC may take to answer a bind, TLS included.
    package var bindTimeout: Duration = .seconds(15)
    /// How long an unanswered `submit_sm` keeps its place in the window.
    package var responseTimeout: Duration = .seconds(30)
    /// After this silence of the SMSC an `enquire_link` asks whether it is still there.
    package var idleTime: Duration = .seconds(30)
    /// How long the SMSC may take to answer an `enquire_link`.
    package var enquiryTimeout: Duration = .seconds(10)
    /// How long the SMSC may take to answer an `unbind`.
    package var unbindTimeout: Duration = .seconds(2)
    /// How many `deliver_sm` may wait for this side's answer; the SMSC is asked to deliver any more again later.
    package var unansweredDeliveries = 100

    package init() {}

    /// Whether a session can live with them: every count is at least 1, every time longer than zero.
    package var areUsable: Bool {
        window > 0 && unansweredDeliveries > 0
            && [bindTimeout, responseTimeout, idleTime, enquiryTimeout, unbindTimeout].allSatisfy { $0 > .zero }
    }
}
