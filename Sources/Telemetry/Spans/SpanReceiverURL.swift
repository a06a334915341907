import FoundationEssentials

/// Where a receiver of OTLP over HTTP is, as OpenTelemetry's setting names it: without the path of the spans.
package struct SpanReceiverURL: Sendable, Hashable {
    /// Where spans are posted to.
    package let traces: String

    /// Nil for anything but an `http` or `https` URL without user, password, query and fragment.
    package init?(_ text: String) {
        guard let url = URLComponents(string: text), url.scheme == "http" || url.scheme == "https",
            let host = url.host, !host.isEmpty, url.user == nil, url.password == nil, url.query == nil,
            url.fragment == nil
        else { return nil }
        var base = text
        while base.last == "/" { base.removeLast() }
        traces = base + "/v1/traces"
    }
}
