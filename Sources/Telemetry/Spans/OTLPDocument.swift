import StrictJSON
import VerificationCore

/// Spans as OTLP's JSON: `ExportTraceServiceRequest` of OpenTelemetry's protocol, version 1.
///
/// By its rules for JSON, ids are hexadecimal, numbers of 64 bits are texts, and kinds and codes are numbers.
struct OTLPDocument {
    let spans: [Span]
    let resource: [(name: String, value: String)]

    var bytes: [UInt8] {
        var writer = JSONWriter(capacity: 1_024 * (spans.count + 1))
        writer.object { json in
            json.memberArray("resourceSpans") { json in
                json.object { json in
                    json.memberObject("resource") { $0.attributes(resource.map { ($0.name, .text($0.value)) }) }
                    json.memberArray("scopeSpans") { json in
                        json.object { json in
                            json.memberObject("scope") { $0.member("name", is: "verifyd") }
                            json.memberArray("spans") { json in for span in spans { json.span(span) } }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func span(_ span: Span) {
        object { json in
            json.member("traceId", is: span.context.traceID.description)
            json.member("spanId", is: span.context.spanID.description)
            json.member("traceState", is: span.context.tracestate)
            json.member("parentSpanId", is: span.parent?.description)
            json.member("flags", is: span.otlpFlags)
            json.member("name", is: span.name)
            json.member("kind", is: span.kind.rawValue)
            json.member("startTimeUnixNano", is: String(span.startedAt))
            json.member("endTimeUnixNano", is: String(span.endedAt))
            var attributes = span.attributes.flatMap(\.otlp)
            if let failure = span.failure { attributes.append(("error.type", .text(failure))) }
            json.attributes(attributes)
            json.link(of: span)
            guard span.failure != nil else { return }
            // 2 is an error; without a code the status is unset.
            json.memberObject("status") { $0.member("code", is: 2) }
        }
    }

    /// A consumer's span links to the span that made its message, besides being its child.
    private mutating func link(of span: Span) {
        guard span.kind == .consumer, let maker = span.parent else { return }
        memberArray("links") { json in
            json.object { json in
                json.member("traceId", is: span.context.traceID.description)
                json.member("spanId", is: maker.description)
                json.member("flags", is: span.otlpFlags)
            }
        }
    }

    fileprivate mutating func attributes(_ attributes: [(name: String, value: OTLPValue)]) {
        memberArray("attributes") { json in
            for (name, value) in attributes {
                json.object { json in
                    json.member("key", is: name)
                    json.memberObject("value") { json in
                        switch value {
                        case .text(let text): json.member("stringValue", is: text)
                        case .number(let number): json.member("intValue", is: String(number))
                        }
                    }
                }
            }
        }
    }
}

extension Span {
    /// The trace's flags, that it is known whether the parent is of another process, and whether it is.
    fileprivate var otlpFlags: Int {
        let isRemote = parent != nil && (kind == .server || kind == .consumer)
        return Int(context.flags) | 0x100 | (isRemote ? 0x200 : 0)
    }
}

/// The value of an attribute, as far as verifyd has such values.
enum OTLPValue: Sendable, Hashable {
    case text(String)
    case number(Int64)
}

extension SpanAttribute {
    /// The names and values by OpenTelemetry's semantic conventions.
    var otlp: [(name: String, value: OTLPValue)] {
        switch self {
        case .method(let method): [("http.request.method", .text(method)), ("url.scheme", .text("http"))]
        case .route(let route): [("http.route", .text(route))]
        case .status(let status): [("http.response.status_code", .number(Int64(status)))]
        case .operation(let operation):
            [
                ("messaging.system", .text("rabbitmq")), ("messaging.operation.name", .text(operation.rawValue)),
                ("messaging.operation.type", .text(operation.type)),
            ]
        case .destination(let name): [("messaging.destination.name", .text(name))]
        case .routingKey(let key): [("messaging.rabbitmq.destination.routing_key", .text(key))]
        case .deliveryTag(let tag): [("messaging.rabbitmq.message.delivery_tag", .number(Int64(clamping: tag)))]
        case .message(let id): [("messaging.message.id", .text(id.description))]
        case .bodySize(let bytes): [("messaging.message.body.size", .number(Int64(bytes)))]
        case .verification(let id): [("verifyd.verification", .text(id.description))]
        case .outcome(let word): [("verifyd.outcome", .text(word))]
        case .gateway(let name): [("verifyd.gateway", .text(name))]
        case .attempt(let number): [("verifyd.try", .number(Int64(number)))]
        }
    }
}
