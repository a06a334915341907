/// W3C trace context: names the caller's trace and span, and goes through the queue to the gateway's call.
public struct TraceContext: Sendable, Hashable {
    /// The trace that all work for the caller belongs to.
    public let traceID: TraceID
    /// The span that causes the work of the process that reads this.
    public let spanID: SpanID
    /// The last byte of `traceparent`; see `isSampled`.
    public let flags: UInt8
    /// What tracing systems along the way have added: the header `tracestate`, unread; nil for no such header.
    public let tracestate: String?

    /// Puts a context together.
    ///
    /// - Parameters:
    ///   - traceID: The trace.
    ///   - spanID: The span that is the parent of what comes next.
    ///   - flags: As in `traceparent`; 1 is sampled.
    ///   - tracestate: As W3C trace context writes it; not checked here.
    public init(traceID: TraceID, spanID: SpanID, flags: UInt8, tracestate: String? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
        self.tracestate = tracestate
    }

    /// Nil when the text is not a `traceparent` of version 00.
    ///
    /// - Parameters:
    ///   - traceparent: The header's text.
    ///   - tracestate: The text of the other header. Without effect when it is malformed, or longer than 512 bytes.
    public init?(traceparent: String, tracestate: String? = nil) {
        let fields = traceparent.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard fields.count == 4, fields[0].elementsEqual("00".utf8), let traceID = TraceID(Substring(fields[1])),
            fields[2].count == 16, let span = UInt64(lowerHex: fields[2]), span != 0,
            fields[3].count == 2, let flags = UInt64(lowerHex: fields[3])
        else { return nil }
        self.init(
            traceID: traceID, spanID: SpanID(bits: span), flags: UInt8(truncatingIfNeeded: flags),
            tracestate: tracestate.flatMap { TraceState.isWellFormed($0) ? $0 : nil })
    }

    /// The header's text.
    public var traceparent: String {
        var text = Array("00-".utf8)
        text.reserveCapacity(55)
        traceID.append(to: &text)
        text.append(UInt8(ascii: "-"))
        spanID.bits.appendLowerHex(16, to: &text)
        text.append(UInt8(ascii: "-"))
        UInt64(flags).appendLowerHex(2, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the caller may have recorded its span, so that those who trace should record theirs.
    public var isSampled: Bool { flags & 1 == 1 }
}

/// The name of a span: of a piece of work within a trace.
public struct SpanID: Sendable, Hashable {
    /// The 64 bits.
    public let bits: UInt64

    /// Takes the 64 bits as they are; W3C trace context allows all but 64 zeros.
    public init(bits: UInt64) {
        self.bits = bits
    }
}

extension SpanID: CustomStringConvertible {
    /// The 16 hexadecimal digits, in lower case.
    public var description: String {
        var text: [UInt8] = []
        bits.appendLowerHex(16, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
