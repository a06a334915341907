import GatewayConformance
import Gateways
import Testing
import VerificationCore

/// Kannel's `sendsms`, as Kannel 1.4.5 was seen to answer.
struct KannelScript: ProviderScript {
    static let token = "t0ken-of_16-bytes"

    var change: @Sendable (inout KannelSettings) -> Void = { _ in }

    static func settings() -> KannelSettings { KannelSettings(account: "demo", secret: Secret("pa ss&")) }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = Self.settings()
        settings.url = url
        settings.receiptsURL = "https://verify.example.com/v1/receipts/kannel"
        settings.receiptsToken = Secret(Self.token)
        change(&settings)
        return try HTTPGateway(
            name: "kannel", provider: try Kannel(settings), connections: 1_000, now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: Self.text(202, "0: Accepted for delivery")
        case .refusesForGood: Self.text(403, "Authorization failed for sendsms")
        case .refusesForNow: Self.text(503, "Temporal failure, try again later.")
        // Kannel itself is never busy; a proxy before it may limit the pace.
        case .isBusy: Self.text(429, "")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let form = try #require(request.form)
        #expect(request.method == "GET" && request.body.isEmpty)
        #expect(form["username"] == "demo" && form["password"] == "pa ss&" && form["charset"] == "UTF-8")
        let report = try #require(form["dlr-url"]).split(separator: "&")
        let id = try #require(report.first { $0.hasPrefix("id=") }).dropFirst(3)
        let phone: String = try #require(form["to"])
        let text: String = try #require(form["text"])
        #expect(form["coding"] == (SMSEncoding(for: text) == .gsm7 ? "0" : "2"))
        return ProviderArrival(id: String(id), phone: phone, text: text)
    }

    static func text(_ status: Int, _ words: String) -> StandInAnswer { .whole(status, words, type: "text/html") }
}
