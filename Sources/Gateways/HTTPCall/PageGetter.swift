import Connections

/// Gets pages that a receipt names, for example the certificate of its signature.
package struct PageGetter: Sendable {
    package init() {}

    /// The body of a 200, of at most 64 KiB; nil for every other end.
    ///
    /// It follows no redirect, and takes no longer than 5 seconds.
    ///
    /// `way`: how the call gets there.
    package func page(at url: String, by way: HTTPWay = HTTPWay()) async -> [UInt8]? {
        // What is wrong with a URL would repeat it.
        guard let place = try? HTTPEndpoint(url: url, contentType: nil, accepts: "*/*", allowsPlaintext: true)
        else { return nil }
        // A page is needed seldom, so its connection is not kept.
        let line = HTTPLine(to: place.place, connections: 1, way: way)
        let end = await line.call(place.page, within: .seconds(5))
        await line.shutDown()
        guard case .answered(let reply) = end, reply.status == 200 else { return nil }
        return reply.body
    }
}
