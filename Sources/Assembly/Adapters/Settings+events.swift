import Connections
import GatewayKit
import Gateways

extension Settings {
    /// To which addresses events may go, and through which proxy.
    package var eventReach: EventReach {
        get throws(SettingsProblem) {
            EventReach(
                allowsPrivateAddresses: try value(of: EventSettings.allowPrivateAddresses),
                proxy: try valueIfSet(of: EventSettings.way.proxy))
        }
    }

    /// What posts events.
    package var eventCaller: HTTPEventCaller {
        get throws(SettingsProblem) {
            HTTPEventCaller(reach: try eventReach, trust: try way(EventSettings.way).trust, now: Machine.now)
        }
    }
}
