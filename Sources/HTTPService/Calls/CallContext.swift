import Hummingbird
import NIOCore

/// What belongs to one call besides the request: Hummingbird's own values, and the connection it came on.
package struct APIContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection, for the rare answer that must be its last.
    let channel: any Channel
    /// Set where the body may be larger than anybody will read.
    var largeBody: LargeBody?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
