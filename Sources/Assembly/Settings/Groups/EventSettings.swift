import SMSGateways
import VerificationCore

/// How events reach the endpoints of apps.
package enum EventSettings {
    package static let pauses = Setting(
        "events.pauses", .pauses, "the waits before an event is posted again, ascending; the last repeats for 24 h",
        standard: "5s,30s,2m,10m,1h")

    package static let allowPrivateAddresses = Setting(
        "events.allowPrivateAddresses", .truth,
        "post events to addresses of private networks, where services may take calls from anybody", standard: "false")

    static let way = WaySettings(
        below: "events", proxies: "http://[user:password@]host:port of the proxy that events go through",
        authorities:
            "PEM file of authorities that sign endpoints' certificates, besides those that this machine trusts",
        keepsSystemTrust: true)

    static let all: [any DeclaredSetting] = [pauses, allowPrivateAddresses] + way.all
}

extension SettingForm<EventSchedule> {
    /// As the waits of `queue.ladder`.
    fileprivate static var pauses: Self {
        Self { text, name throws(SettingsProblem) in
            EventSchedule(try SettingForm<RetryLadder>.ladder.read(text, name).rungs)
        }
    }
}
