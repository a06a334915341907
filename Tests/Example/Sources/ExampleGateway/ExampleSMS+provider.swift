import AsyncHTTPClient
import Foundation
import GatewayKit
import NIOCore

/// The kinds of gateway of this library, for the executable.
public let exampleProviders: [any GatewayProvider.Type] = [ExampleSMS.self]

/// What verifyd asks of a kind of gateway.
extension ExampleSMS: GatewayProvider {
    static let kind = "example-sms"

    static let url = Setting("url", .text, "example-sms: where messages go", standard: "https://api.sms.example/send")
    static let token = Setting("token", .text, "example-sms: the account's token", isSecret: true)
    static let receiptsToken = Setting("receiptsToken", .text, "example-sms: what its receipts bear", isSecret: true)

    static let settings: [any DeclaredSetting] = [url, token, receiptsToken]

    static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        let (url, token) = (try values.value(of: Self.url), try values.value(of: Self.token))
        guard URL(string: url)?.host != nil else { throw values.problem(with: Self.url, "must be a URL") }
        return ExampleSMS(url: url, token: token, name: context.name, receiptsURL: context.receiptsURL)
    }

    static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: receiptsToken) { () throws(SettingsError) in
            ExampleReceipts(token: try values.value(of: receiptsToken))
        }
    }
}

/// What a worker asks besides, and `verifyd doctor`.
extension ExampleSMS: ConnectedGateway {
    var reportsDelivery: Bool { receiptsURL != nil }

    /// By the rules of HTTP, `OPTIONS` changes nothing; without token and body no provider takes it for a message.
    func probe(within limit: Duration) async -> GatewayProbe {
        var request = HTTPClientRequest(url: url)
        request.method = .OPTIONS
        do {
            let answer = try await Self.client.execute(request, timeout: TimeAmount(limit))
            return .answers("\(answer.status.code) to OPTIONS")
        } catch {
            // The error's own words could repeat the URL.
            return .isAway(reason: "no-answer")
        }
    }
}
