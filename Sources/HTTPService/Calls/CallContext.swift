import Hummingbird
import NIOCore
import Synchronization
import VerificationCore

/// What belongs to a call besides the request: Hummingbird's values, the connection, and what is known of the body.
package struct CallContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection; it ends after an answer that leaves a large body unread.
    let channel: any Channel
    /// The limits of the called surface; `SurfaceMiddleware` sets them.
    var bodyLimits = BodyLimits(kibibytes: 16)
    /// Nil when the body is small, as in nearly every call; `SurfaceMiddleware` sets it.
    var largeBody: LargeBody?
    /// The call's span, which `SurfaceMiddleware` sets; nil when the call is not traced.
    var span: OpenSpan?
    private let subject = SubjectNote()

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

extension CallContext {
    /// The trace context for the processes that go on with the call: its span, or else the caller's own trace context.
    package func trace(of request: Request) -> TraceContext? { span?.context ?? request.traceContext }

    /// The verification that the call is about, as far as an endpoint has said it; the log and the span name it.
    package var verification: VerificationID? { subject.verification }

    /// Says which verification the call is about; a later call of this function counts.
    package func isAbout(_ verification: VerificationID?) { subject.verification = verification }

    /// The address at the other end of the connection: the caller's, or a proxy's; nil where the system does not tell.
    package var peerAddress: IPAddress? { channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) }

    /// Ends the connection at once; the answer to the call does not reach the caller any more.
    package func hangUp() { channel.close(promise: nil) }
}

/// How much of a body a surface reads, and for how long.
package struct BodyLimits: Sendable {
    package let kibibytes: Int
    /// Counted from when the call begins to read the body, and checked each time a further part of the body arrives.
    ///
    /// While no part arrives, nothing checks it, and `KeepAlive.withinCall` ends the connection.
    package let time: Duration

    package init(kibibytes: Int, time: Duration = .seconds(10)) {
        self.kibibytes = kibibytes
        self.time = time
    }

    var bytes: Int { kibibytes * 1_024 }
}

/// The verification that a call turned out to be about, where neither its path nor its answer's fields name it.
///
/// A call's context is copied on its way to the endpoint; all copies share this note.
final class SubjectNote: Sendable {
    private let noted = Mutex<VerificationID?>(nil)

    var verification: VerificationID? {
        get { noted.withLock { $0 } }
        set { noted.withLock { $0 = newValue } }
    }
}
