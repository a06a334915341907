import GatewayKit
import Gateways
import Telemetry

/// Where a process sends its spans; without `trace.endpoint` it makes none.
package enum TraceSettings {
    package static let endpoint = Setting(
        "trace.endpoint", .collector,
        "OTLP over HTTP, such as http://127.0.0.1:4318; without it no spans are sent; also OTEL_EXPORTER_OTLP_ENDPOINT",
        sharedVariable: "OTEL_EXPORTER_OTLP_ENDPOINT")
    package static let headers = Setting(
        "trace.headers", .headers,
        "headers of the calls with spans, for example api-key=…; also OTEL_EXPORTER_OTLP_HEADERS",
        isSecret: true, sharedVariable: "OTEL_EXPORTER_OTLP_HEADERS")
    package static let service = Setting(
        "trace.service", .text,
        "the service's name in traces; by default the role's, such as verifyd-worker; also OTEL_SERVICE_NAME",
        sharedVariable: "OTEL_SERVICE_NAME")
    package static let attributes = Setting(
        "trace.attributes", .attributes,
        "what else traces say of the process, such as deployment.environment.name=production; also OTEL_RESOURCE_ATTRIBUTES",
        sharedVariable: "OTEL_RESOURCE_ATTRIBUTES")
    package static let ratio = Setting(
        "trace.ratio", .share,
        "share of the calls without a traceparent that begin a trace, 0 to 1; also OTEL_TRACES_SAMPLER_ARG",
        standard: "1", sharedVariable: "OTEL_TRACES_SAMPLER_ARG")

    package static let viewer = Setting(
        "trace.viewer", .viewer,
        "address of a trace in your tracing system, with {trace} for its id; pages of verifications link to it")

    static let way = WaySettings(
        below: "trace", proxies: "proxy for spans: http://[user:password@]host:port",
        authorities:
            "PEM file of the authorities that sign the receiver's certificate; they count instead of this machine's")

    static let all: [any DeclaredSetting] = [endpoint, headers, service, attributes, ratio, viewer] + way.all
}

extension SettingForm<SpanReceiverURL> {
    fileprivate static var collector: Self {
        Self(expecting: "an http or https URL such as http://127.0.0.1:4318", SpanReceiverURL.init)
    }
}

extension SettingForm<SpanReceiverHeaders> {
    fileprivate static var headers: Self {
        Self(expecting: "name=value pairs with commas between them") { SpanReceiverHeaders($0) }
    }

    fileprivate static var attributes: Self {
        Self(expecting: "name=value pairs with commas between them") { SpanReceiverHeaders(attributes: $0) }
    }
}

extension SettingForm<String> {
    fileprivate static var viewer: Self {
        Self(expecting: "an http or https URL with {trace} in it, such as https://traces.example.com/trace/{trace}") {
            text in
            let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
            let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isWeb && isPlain && text.contains("{trace}") ? text : nil
        }
    }
}

extension SettingForm<Double> {
    fileprivate static var share: Self {
        Self(expecting: "a number from 0 to 1") { text in
            Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }
}
