import Foundation
import StrictJSON

/// Two gateways beside each other for every message, each with a stand-in of its own.
struct GatewayPair: Sendable {
    let site: Site
    let main: SMSLedger
    let other: SMSLedger
    private let file: URL
    /// In place of the secret of a single gateway.
    private static let environment = ["VERIFYD_GATEWAY_SECRET": ""]

    /// Gives `main` and `other` the same share of all messages.
    ///
    /// `promises`: whether the settings say that a 5xx means "not sent". `mainPerSecond`: the pace of `main`; without it,
    /// the gateway has none.
    static func with(
        deadline: String = "20s", routes: String = "[{gateways: [main, other]}]", mainIsOpen: Bool = true,
        promises: Bool = false, mainPerSecond: Int? = nil, _ body: (GatewayPair) async throws -> Void
    ) async throws {
        let other = try SMSLedger()
        try await other.open()
        try await withSite(gatewayIsOpen: mainIsOpen) { site in
            let pace = mainPerSecond.map { ", perSecond: \($0)" } ?? ""
            let pair = try GatewayPair(site, other, deadline, routes, pace, promises)
            defer { try? FileManager.default.removeItem(at: pair.file) }
            try await body(pair)
        }
        try await other.close()
    }

    private init(
        _ site: Site, _ other: SMSLedger, _ deadline: String, _ routes: String, _ pace: String, _ promises: Bool
    ) throws {
        (self.site, main, self.other) = (site, site.ledger, other)
        let secret = "whsec_" + Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        file = FileManager.default.temporaryDirectory.appending(path: "verifyd-\(UUID()).yaml")
        let kind = "kind: webhook, secret: \"\(secret)\", serverErrorsMeanNotSent: \(promises)"
        let text = """
            gateways:
              - {name: main, \(kind), url: "\(site.ledger.url)"\(pace)}
              - {name: other, \(kind), url: "\(other.url)"}
            routes: \(routes)
            gateway: {deadline: \(deadline)}
            """
        try Data(text.utf8).write(to: file)
    }

    /// Starts a worker, and returns when it takes requests.
    func worker() async throws -> ChildProcess {
        let process = try site.start("worker", settings: [], Self.environment, options: ["--config", file.path])
        try await process.says("connected to the broker", "connection", "consuming")
        return process
    }

    /// Runs a command about gateways to its end.
    @discardableResult
    func gateways(_ command: String...) async throws -> JSONValue {
        try await site.run(["gateways"] + command + ["--config", file.path], with: Self.environment)
    }

    /// The phones that may have got an SMS, once for each SMS, in order.
    var phones: [String] { (main.sms + other.sms).map(\.phone).sorted() }
}
