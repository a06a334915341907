import Testing
import VerificationCore

@Suite("Trace context")
struct TraceContextTests {
    @Test("a traceparent of version 00 is kept as it is")
    func good() {
        for flags in ["00", "01", "03", "ff"] {
            let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-\(flags)"
            #expect(TraceContext(traceparent: text)?.traceparent == text)
        }
    }

    @Test("it is read: the trace, the caller's span, and whether the caller records")
    func read() throws {
        let context = try #require(
            TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"))
        #expect(context.traceID == TraceID(high: 0x0af7_6519_16cd_43dd, low: 0x8448_eb21_1c80_319c))
        #expect(context.traceID.description == "0af7651916cd43dd8448eb211c80319c")
        #expect(context.spanID == SpanID(bits: 0x00f0_67aa_0ba9_02b7))
        #expect(context.spanID.description == "00f067aa0ba902b7")
        #expect(context.isSampled)
        #expect(
            TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-02")?.isSampled == false)
    }

    @Test(
        "a tracestate goes along as it is",
        arguments: [
            "rojo=00f067aa0ba902b7", "a=1,b=2", "fw529a3039@dt=FfAh*/;:~!", "a=1 , b=2 ,, c= 3", "0_-*/=x",
            String(repeating: "a", count: 255) + "=" + String(repeating: "b", count: 256),
        ])
    func state(text: String) {
        #expect(TraceContext(traceparent: Self.parent, tracestate: text)?.tracestate == text)
    }

    @Test(
        "a tracestate that is malformed or long is dropped, and the trace stays",
        arguments: [
            "", "a", "=1", "a=", "A=1", "a=b=c", "a b=c", "@a=1", "a=\u{e9}", "a=\n",
            (1...33).map { "k\($0)=v" }.joined(separator: ","),
            String(repeating: "a", count: 256) + "=" + String(repeating: "b", count: 256),
        ])
    func badState(text: String) throws {
        let context = try #require(TraceContext(traceparent: Self.parent, tracestate: text))
        #expect(context.tracestate == nil)
    }

    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test(
        "anything else is none",
        arguments: [
            "", "00", "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
            "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
            " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319\u{660}-b7ad6b7169203331-01",
        ])
    func bad(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }
}
