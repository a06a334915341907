import Gateways
import VerificationCore

/// How events reach the endpoints of apps.
package enum EventSettings {
    package static let pauses = Setting(
        "events.pauses", .pauses,
        "waits before an event is posted again, in ascending order; the last one repeats for 24 hours",
        standard: "5s,30s,2m,10m,1h")

    package static let allowPrivateAddresses = Setting(
        "events.allowPrivateAddresses", .truth,
        "whether events may go to addresses of private networks", standard: "false")

    static let way = WaySettings(
        below: "events", proxies: "proxy for events: http://[user:password@]host:port",
        authorities:
            "PEM file of authorities that sign endpoints' certificates; they count besides this machine's",
        keepsSystemTrust: true)

    static let all: [any DeclaredSetting] = [pauses, allowPrivateAddresses] + way.all
}

extension SettingForm<EventSchedule> {
    /// As the waits of `queue.retryDelays`.
    fileprivate static var pauses: Self {
        Self { text, name throws(SettingsError) in
            EventSchedule(try SettingForm<RetrySchedule>.retrySchedule.read(text, name).steps)
        }
    }
}
