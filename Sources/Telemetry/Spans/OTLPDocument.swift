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
                            json.memberObject("scope") { $0.member("name", "verifyd") }
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
            json.member("traceId", span.context.traceID.description)
            json.member("spanId", span.context.spanID.description)
            json.member("traceState", span.context.tracestate)
            json.member("parentSpanId", span.parent?.description)
            json.member("flags", span.otlpFlags)
            json.member("name", span.name)
            json.member("kind", span.kind.rawValue)
            json.member("startTimeUnixNano", String(span.startedAt))
            json.member("endTimeUnixNano", String(span.endedAt))
            var attributes = span.attributes.flatMap(\.otlp)
            if let failure = span.failure { attributes.append(("error.type", .text(failure))) }
            json.attributes(attributes)
            json.link(of: span)
            guard span.failure != nil else { return }
            // 2 is an error; without a code the status is unset.
            json.memberObject("status") { $0.member("code", 2) }
        }
    }

    /// Whoever handles a message links its span to the span that made the message, besides being its child.
    private mutating func link(of span: Span) {
        guard span.kind == .consumer, let maker = span.parent else { return }
        memberArray("links") { json in
            json.object { json in
                json.member("traceId", span.context.traceID.description)
                json.member("spanId", maker.description)
                json.member("flags", span.otlpFlags)
            }
        }
    }

    fileprivate mutating func attributes(_ attributes: [(name: String, value: OTLPValue)]) {
        memberArray("attributes") { json in
            for (name, value) in attributes {
                json.object { json in
                    json.member("key", name)
                    json.memberObject("value") { json in
                        switch value {
                        case .text(let text): json.member("stringValue", text)
                        case .number(let number): json.member("intValue", String(number))
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
