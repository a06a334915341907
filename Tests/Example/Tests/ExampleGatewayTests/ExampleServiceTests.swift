import Foundation
import GatewayConformance
import Testing

/// The executable as a service: it sends by the provider, hears of the message, and shows the gateway to operators.
@Suite("verifyd with a provider added, as a service", .timeLimit(.minutes(10)))
struct ExampleServiceTests {
    @Test("sends a code through the provider, takes its receipt, and shows the gateway on its page")
    func journey() async throws {
        let provider = try await ProviderStandIn.start(.json(202, #"{"id": "sms-1"}"#))
        try await withInstallation(of: provider.url) { installation in
            let (api, pages) = try await installation.serve()
            let started = try await api.call(
                "/v1/verifications", ["phoneNumber": "+4915112345678"], ["prefer": "wait=20"])
            let id = try #require(started["verificationId"] as? String, "\(started)")
            let sms = try #require(provider.requests.first { $0.method == "POST" })
            let fields = try JSONDecoder().decode([String: String].self, from: Data(sms.body))
            #expect(fields["to"] == "+4915112345678")

            let receipts = try #require(fields["receipts"].flatMap { URL(string: $0)?.path })
            try await api.call(
                receipts, ["id": "sms-1", "status": "delivered"], ["authorization": "Bearer t0ken-of-receipts"])
            try await eventually("the receipt is told") {
                let shown = try await api.call("/v1/verifications/\(id)")
                return "\(shown)".contains("delivered")
            }

            try await pages.signIn()
            let page = try await pages.text("/ops/gateways")
            #expect(page.contains("main") && page.contains("example-sms"), "\(page)")
        }
        try await provider.stop()
    }

    private func withInstallation(of url: String, _ test: (Installation) async throws -> Void) async throws {
        let installation = try await Installation(sending: url)
        do {
            try await test(installation)
        } catch {
            try await installation.remove()
            throw error
        }
        try await installation.remove()
    }
}
