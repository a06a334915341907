import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

extension Request {
    /// The body as a JSON object.
    ///
    /// Reads no further than the limits, however much the caller sends or announces.
    func jsonObject(_ context: APIContext) async throws -> JSONObject {
        guard isJSON else { throw Problem.unsupportedMediaType }
        let bytes = try await limitedBytes()
        context.largeBody?.markRead()
        guard let object = try JSONValue(parsing: bytes).object else { throw Problem.notAnObject }
        return object
    }

    /// Parameters such as `charset` are ignored: JSON is UTF-8, and the parser insists on it.
    private var isJSON: Bool {
        guard let type = headers[.contentType] else { return false }
        let essence = type.prefix { $0 != ";" && $0 != " " }
        let encoding = headers[.contentEncoding]?.lowercased() ?? "identity"
        return essence.lowercased() == "application/json" && encoding == "identity"
    }

    func limitedBytes(within time: Duration = BodyLimits.time) async throws -> [UInt8] {
        if let length = headers.announcedLength, length > BodyLimits.bytes { throw Problem.bodyTooLarge }
        let start = ContinuousClock.now
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                guard bytes.count + part.readableBytes <= BodyLimits.bytes else { throw Problem.bodyTooLarge }
                let isLate = !bytes.isEmpty && ContinuousClock.now - start > time
                guard !isLate else { throw Problem.bodyTooSlow }
                bytes.append(contentsOf: part.readableBytesView)
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            // Broken chunks, or the connection ended before the body did.
            throw Problem.bodyUnreadable
        }
        return bytes
    }
}

extension HTTPFields {
    var announcedLength: Int? { self[.contentLength].flatMap { Int($0) } }
}
