import HTTPService
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import StrictJSON
import VerificationCore

/// The templates of all pages, read once.
struct Pages: Sendable {
    enum Name: String, CaseIterable {
        case action, audit, chart, config, countries, events, failures, gateways, help, layout, limits, more,
            overview, problem, proofs, queues, sign, signIn, testNumbers, verification, verifications, workers, gateway
        case account, app, apps, country, deadLetters, failure, limitUses, rule, rules, waiting, windows
        case incident, incidents, retryQueues, strip
        case securityKey
    }

    private let library: MustacheLibrary

    /// A failure only if a template is broken.
    static let all = Result { try Pages() }

    private init() throws {
        MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
        var library = MustacheLibrary()
        for name in Name.allCases {
            let text = "{{% CONTENT_TYPE:\(SafeHTML.name)}}" + String(decoding: Self.source(of: name), as: UTF8.self)
            try library.register(text, named: name.rawValue)
        }
        self.library = library
    }

    /// `data`: what the template names, beside the frame as `frame`; every text in it is escaped.
    func response(
        _ status: HTTPResponse.Status, of name: Name, with data: JSONValue, in frame: Frame, now: Timestamp
    ) -> Response {
        var members = data.object ?? JSONObject()
        members["frame"] = frame.data
        let html = library.render(PageTree(now: now).node(.object(members)), withTemplate: name.rawValue) ?? ""
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private static func source(of name: Name) -> [UInt8] {
        switch name {
        case .action: PackageResources.action_mustache
        case .app: PackageResources.app_mustache
        case .apps: PackageResources.apps_mustache
        case .audit: PackageResources.audit_mustache
        case .chart: PackageResources.chart_mustache
        case .config: PackageResources.config_mustache
        case .countries: PackageResources.countries_mustache
        case .events: PackageResources.events_mustache
        case .failures: PackageResources.failures_mustache
        case .gateways: PackageResources.gateways_mustache
        case .help: PackageResources.help_mustache
        case .layout: PackageResources.layout_mustache
        case .limits: PackageResources.limits_mustache
        case .more: PackageResources.more_mustache
        case .overview: PackageResources.overview_mustache
        case .problem: PackageResources.problem_mustache
        case .proofs: PackageResources.proofs_mustache
        case .queues: PackageResources.queues_mustache
        case .sign: PackageResources.sign_mustache
        case .signIn: PackageResources.signIn_mustache
        case .testNumbers: PackageResources.testNumbers_mustache
        case .verification: PackageResources.verification_mustache
        case .verifications: PackageResources.verifications_mustache
        case .workers: PackageResources.workers_mustache
        case .gateway: PackageResources.gateway_mustache
        case .account: PackageResources.account_mustache
        case .country: PackageResources.country_mustache
        case .deadLetters: PackageResources.deadLetters_mustache
        case .failure: PackageResources.failure_mustache
        case .limitUses: PackageResources.limitUses_mustache
        case .rule: PackageResources.rule_mustache
        case .rules: PackageResources.rules_mustache
        case .waiting: PackageResources.waiting_mustache
        case .windows: PackageResources.windows_mustache
        case .incident: PackageResources.incident_mustache
        case .incidents: PackageResources.incidents_mustache
        case .retryQueues: PackageResources.retryQueues_mustache
        case .strip: PackageResources.strip_mustache
        case .securityKey: PackageResources.securityKey_mustache
        }
    }
}

/// Escapes every text of a page; swift-mustache's own way leaves quotes with accents alone, see `HTMLText`.
struct SafeHTML: MustacheContentType {
    static let name = "VERIFYD-HTML"

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
