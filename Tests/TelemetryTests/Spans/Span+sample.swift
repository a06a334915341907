import Telemetry
import VerificationCore

extension Span {
    /// The span of this number: the same each time, different from every other.
    static func sample(
        _ number: Int = 1, kind: Kind = .server, parent: UInt64? = 0xb7ad_6b71_6920_3331, flags: UInt8 = 1,
        tracestate: String? = nil, attributes: [SpanAttribute] = [], failure: String? = nil
    ) -> Span {
        Span(
            context: TraceContext(
                traceID: TraceID(high: 0x0af7_6519_16cd_43dd, low: 0x8448_eb21_1c80_319c),
                spanID: SpanID(bits: UInt64(number)), flags: flags, tracestate: tracestate),
            parent: parent.map(SpanID.init(bits:)), kind: kind, name: "span \(number)",
            startedAt: 1_767_225_600_000_000_001, endedAt: 1_767_225_600_005_000_002, attributes: attributes,
            failure: failure)
    }
}
