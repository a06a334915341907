import Hummingbird
import NIOCore

/// What belongs to one call besides the request: Hummingbird's values, the connection, and what is known of the body.
package struct CallContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection, for the rare answer that must be its last.
    let channel: any Channel
    /// The limits of the surface that is called.
    var bodyLimits = BodyLimits(kibibytes: 16)
    /// Nil where the body is small, as nearly always.
    var largeBody: LargeBody?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
