import ArgumentParser
import Assembly
import Foundation
import GatewayKit
import Sandbox
import StrictJSON

/// The sandbox as a provider of its own.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run a made-up provider on this machine; it sends nothing and shows what it got.",
        discussion: """
            It speaks as Twilio, Vonage, a webhook and an SMSC (SMPP 3.4) do. With the defaults, verifyd.yaml has:

              gateways:
                - name: as-twilio
                  kind: twilio
                  url: http://127.0.0.1:8025
                  account: AC00000000000000000000000000000000
                  secret: sandbox
                  sender: "+15005550006"
                - name: as-smpp
                  kind: smpp
                  url: smpp://127.0.0.1:2775
                  account: sandbox
                  secret: sandbox
              routes:
                - prefix: "+49"
                  gateway: as-smpp
                - gateway: as-twilio

            How it behaves can be set while it runs, here to refuse a tenth for now and to deliver the rest:

              curl -X PUT http://127.0.0.1:8025/api/behaviour \\
                -d '{"refusedForNow":0.1,"delivered":1}'
            """)

    @Option(help: "Port of the page and of the HTTP protocols, 0 for any free one; by default sandbox.port, 8025.")
    var port: Int?
    @Option(help: "Port of the SMPP server, 0 for any free one.")
    var smppPort = 2775
    @Flag(
        name: .customLong("public"),
        help: "Allow --set sandbox.host=… beyond this machine, and receipts to others; anyone who asks sees the codes.")
    var isPublic = false
    @Option(help: "Twilio's account: AC and 32 hexadecimal digits.")
    var twilioAccount = SandboxAccounts.standardTwilioAccount
    @Option(help: "Vonage's API key and SMPP's system_id.")
    var account = SandboxAccounts.standardAccount
    @Option(help: "The secret of all protocols but the webhook, at most 64 characters.")
    var secret = SandboxAccounts.standardSecret
    @Option(help: "The webhook's secret: whsec_ and Base64.")
    var webhookSecret = SandboxAccounts.standardWebhookSecret
    @Option(
        help: "A file to which each accepted message goes as a JSON line, before the sender has the answer.",
        completion: .file())
    var ledger: String?
    @Flag(help: "Keep the texts in the ledger too, codes and all.")
    var ledgerTexts = false
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (port.map((0...65_535).contains) ?? true), (0...65_535).contains(smppPort) else {
            throw ValidationError("a port is 0 to 65535")
        }
        guard ledger != nil || !ledgerTexts else { throw ValidationError("--ledger-texts needs --ledger") }
        _ = try accounts()
    }

    func run() async throws {
        var settings = try await Settings(sources)
        if let port { settings = settings.setting(SandboxSettings.port, to: String(port)) }
        if isPublic { settings = settings.setting(SandboxSettings.isPublic, to: "true") }
        let process = try SandboxProcess(
            settings, accounts: try accounts(), ledger: try openLedger(), smppPort: smppPort)
        try await process.run { show($0) }
    }

    private func openLedger() throws -> SandboxLedger? {
        do throws(LedgerError) {
            return try ledger.map { path throws(LedgerError) in
                try SandboxLedger(path: path, keepsTexts: ledgerTexts)
            }
        } catch {
            throw SettingsError("--ledger: \(error)")
        }
    }

    private func accounts() throws -> SandboxAccounts {
        do throws(SandboxAccountsError) {
            return try SandboxAccounts(
                twilioAccount: twilioAccount, account: account, secret: secret, webhookSecret: webhookSecret)
        } catch {
            switch error {
            case .twilioAccount: throw ValidationError("--twilio-account must be AC and 32 hexadecimal digits")
            case .account: throw ValidationError("--account must be 1 to 15 visible ASCII characters")
            case .secret: throw ValidationError("--secret must be 1 to 64 visible ASCII characters")
            case .webhookSecret:
                throw ValidationError("--webhook-secret must be whsec_ and the Base64 of 24 to 64 bytes")
            }
        }
    }

    /// Prints where the protocols are, and the made-up secrets; a secret of the caller's own is not printed.
    private func show(_ addresses: SandboxProcess.Addresses) {
        let shown = [
            ("inbox", "\(addresses.http)/"), ("twilio", addresses.http), ("vonage", addresses.http),
            ("webhook", "\(addresses.http)/webhook"), ("smpp", addresses.smpp), ("twilioAccount", twilioAccount),
            ("account", account),
            ("secret", secret == SandboxAccounts.standardSecret ? secret : "(as given)"),
            (
                "webhookSecret",
                webhookSecret == SandboxAccounts.standardWebhookSecret ? webhookSecret : "(as given)"
            ),
        ]
        output.printNow(
            json: .object(JSONObject(shown.map { .init(key: $0.0, value: .string($0.1)) })),
            text: table(shown.map { [$0.0, $0.1] }))
    }
}
