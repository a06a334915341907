import ArgumentParser
import Assembly
import Foundation
import Gateways
import Operations
import StrictJSON
import VerificationCore

struct AppEventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Set where the events of an app are posted.",
        discussion: """
            Without an option it shows the endpoint. --url makes a secret, which is shown this once. After --secret the \
            old secret still signs for 24 hours. Running workers know of a change within two seconds. A name that leads \
            to a private network needs the setting events.allowPrivateAddresses.
            """)

    @Argument(help: "The app's id, as `verifyd apps list` shows it.")
    var app: String
    @Option(help: "Where events are posted to: https, or http to this machine.")
    var url: String?
    @Flag(help: "Make a new secret and show it.")
    var secret = false
    @Flag(help: "Post one event of the type verification.test now, and show what comes back.")
    var test = false
    @Flag(help: "Stop posting events.")
    var off = false
    @OptionGroup var trial: DryRunOptions
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [url != nil, secret, test, off].filter(\.self).count <= 1 else {
            throw ValidationError("--url, --secret, --test and --off are used one at a time")
        }
        guard !trial.isDry || url != nil || secret || off else {
            throw ValidationError("--dry-run goes with --url, --secret or --off")
        }
        guard let url else { return }
        do { _ = try EventAddress(url) } catch { throw ValidationError("--url \(error.words)") }
    }

    func run() async throws {
        let settings = try await Settings(sources)
        if let url, try await settings.eventReach.refuses(try EventAddress(url)) {
            throw ValidationError(
                "--url leads to a private address; events go there only with events.allowPrivateAddresses, "
                    + "and to this machine through no proxy elsewhere")
        }
        if trial.isDry { return try await plan() }
        let keys = try settings.value(of: CodeSettings.keys)
        let report = try await withApp(app, sources: sources) { store, app in
            if let url { return try await setURL(url, of: app, keys: keys, in: store) }
            if off {
                _ = try await acting { person throws(OperatorError) in
                    try await store.appService.removeEndpoint(of: app.id, because: "", by: person)
                }
                return EndpointReport(app: app.id, endpoint: nil)
            }
            guard let endpoint = app.endpoint else {
                guard secret || test else { return EndpointReport(app: app.id, endpoint: nil) }
                throw ValidationError("\(app.id) has no endpoint: give it one with --url https://…")
            }
            if secret { return try await rotate(endpoint, of: app, keys: keys, in: store) }
            guard test else { return EndpointReport(app: app.id, endpoint: endpoint) }
            return try await post(to: endpoint, of: app, with: keys, by: try settings.eventCaller)
        }
        output.print(json: report.json, text: report.text)
        if report.isFailedTest { throw ExitStatus.bad.code }
    }

    private func plan() async throws {
        let name = app
        let found = try await withStore(sources) { store in
            try await acting { person throws(OperatorError) in
                try await store.appService.preview(name, for: person)
            }
        }
        guard let app = found else { throw noApp(name) }
        guard app.endpoint != nil || !secret else {
            throw ValidationError("\(app.id) has no endpoint: give it one with --url https://…")
        }
        let present = app.endpoint?.url
        output.print(
            json: DryRunOptions.json([
                "app": .string(app.id.name), "url": present.map { .string($0) }, "newURL": url.map { .string($0) },
                "newSecret": .bool(secret || url != nil && present == nil), "off": .bool(off),
            ]),
            text: words(of: app.id, postedTo: present))
    }

    private func words(of app: AppID, postedTo present: String?) -> String {
        let now = present.map { "now it receives them at \($0)" } ?? "now it receives none"
        if let url { return "would post the events of \(app) to \(url); \(now)" }
        if secret { return "would make another secret for \(app); the present secret would stay valid for 24 hours" }
        return "would stop posting the events of \(app); \(now), and events that wait would not be posted"
    }

    private func setURL(_ url: String, of app: App, keys: KeyRing, in store: StorePorts) async throws -> EndpointReport
    {
        if let present = app.endpoint {
            let moved = present.moved(to: url)
            try await save(moved, of: app, in: store)
            return EndpointReport(app: app.id, endpoint: moved)
        }
        let (text, sealed) = try makeSecret(of: app, keys)
        let endpoint = EventEndpoint(url: url, secret: sealed)
        try await save(endpoint, of: app, in: store)
        return EndpointReport(app: app.id, endpoint: endpoint, secret: text)
    }

    private func rotate(
        _ endpoint: EventEndpoint, of app: App, keys: KeyRing, in store: StorePorts
    ) async throws -> EndpointReport {
        let (text, sealed) = try makeSecret(of: app, keys)
        let rotated = endpoint.rotated(to: sealed, at: Machine.now())
        try await save(rotated, of: app, in: store)
        return EndpointReport(app: app.id, endpoint: rotated, secret: text)
    }

    private func save(_ endpoint: EventEndpoint, of app: App, in store: StorePorts) async throws {
        try await acting { person throws(OperatorError) in
            try await store.appService.save(endpoint, of: app, because: "", by: person)
        }
    }

    private func makeSecret(of app: App, _ keys: KeyRing) throws -> (text: String, sealed: SealedCode) {
        let text = "whsec_" + Data(Machine.randomBytes(32)).base64EncodedString()
        guard let sealed = keys.seal(endpointSecret: text, of: app.id) else {
            throw SettingsError("code.keys cannot seal a secret")
        }
        return (text, sealed)
    }

    private func post(
        to endpoint: EventEndpoint, of app: App, with keys: KeyRing, by caller: HTTPEventCaller
    ) async throws -> EndpointReport {
        let now = Machine.now()
        let signatures = endpoint.secrets(at: now).compactMap { secret in
            keys.open(endpointSecret: secret, of: app.id).flatMap { WebhookSignature(secret: $0) }
        }
        guard !signatures.isEmpty else {
            throw SettingsError("code.keys lacks the key \(endpoint.secret.keyName), which the secret is sealed with")
        }
        let id = "evt_test_\(UInt64.random(in: 0 ... .max))"
        let body = EventCodec.encodeTest(of: app.id, at: now)
        let call = EventCall(id: id, body: body, url: endpoint.url, signatures: signatures, now: now)
        let answer = await caller.post(call, deadline: .seconds(10))
        await caller.shutdown()
        return EndpointReport(app: app.id, endpoint: endpoint, answer: answer)
    }
}

extension EventAddressError {
    fileprivate var words: String {
        switch self {
        case .malformed: "must be a URL such as https://example.org/events"
        case .superfluousPart: "must have no user, no password and no #fragment"
        case .plaintext: "must begin with https://; http:// is for this machine only"
        case .tooLong: "must have at most \(EventAddress.mostBytes) bytes"
        }
    }
}
