/// What a worker has to tell the other workers.
package struct GatewayUpdate: Sendable, Hashable {
    /// At most a notice for each gateway; a worker repeats a notice until the registry has it, or a newer notice.
    package let notices: [BreakerNotice]

    package init(notices: [BreakerNotice]) {
        self.notices = notices
    }
}
