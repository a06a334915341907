import GatewayConformance
import VerificationCore

extension RecordingGateway: GatewayHarness {
    package var gateway: any SMSGateway { self }

    package func behave(_ behaviour: ProviderBehaviour) {
        release()
        switch behaviour {
        case .accepts: always(nil)
        case .refusesForGood: always(.refused(reason: "scripted", .byThisGateway))
        case .refusesForNow: always(.refused(reason: "scripted", .forNow))
        case .isBusy: always(.throttled(after: nil))
        case .staysSilent: hold()
        case .losesItsAnswer: always(.unknown(reason: "scripted"))
        }
    }

    package func arrivals(atLeast count: Int) async { await calls(atLeast: count) }

    package func arrived() -> [ProviderArrival] { calls.map { ProviderArrival($0) } }
}
