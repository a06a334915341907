import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Request {
    /// The body as a JSON object; throws when `Content-Type` does not say JSON, or the body is no JSON object.
    package func jsonObject(_ context: CallContext) async throws(Problem) -> JSONObject {
        guard isJSON else { throw .unsupportedMediaType }
        let bytes = try await bytes(context)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .invalidJSON(error)
        }
        guard let object = value.object else { throw .notAnObject }
        return object
    }

    /// The body, whatever its `Content-Type`.
    ///
    /// Reads no further than the surface's limits, however much the caller sends or announces, and throws beyond them.
    package func bytes(_ context: CallContext) async throws(Problem) -> [UInt8] {
        try await bytes(context, within: context.bodyLimits)
    }

    /// The same for a call with limits of its own.
    package func bytes(_ context: CallContext, within limits: BodyLimits) async throws(Problem) -> [UInt8] {
        let bytes = try await bytes(within: limits)
        context.largeBody?.markRead()
        return bytes
    }

    /// What the body is, in lower-case letters, for example `application/json`; empty where the caller does not say it.
    ///
    /// It is without parameters such as `charset`: JSON is UTF-8, and the parser refuses all other bytes.
    package var mediaType: String {
        let type = headers.text(of: .contentType) ?? ""
        return Substring(type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }).lowercased()
    }

    private var isJSON: Bool {
        let encoding = headers.text(of: .contentEncoding)?.lowercased() ?? "identity"
        return mediaType == "application/json" && encoding == "identity"
    }

    func bytes(within limits: BodyLimits) async throws(Problem) -> [UInt8] {
        if let length = headers.announcedLength, length > limits.bytes { throw .bodyTooLarge(limits) }
        let start = ContinuousClock.now
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                guard bytes.count + part.readableBytes <= limits.bytes else { throw Problem.bodyTooLarge(limits) }
                let isLate = !bytes.isEmpty && ContinuousClock.now - start > limits.time
                guard !isLate else { throw Problem.bodyTooSlow(limits) }
                bytes.append(contentsOf: part.readableBytesView)
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            // The chunks are broken, or the connection ended before the body did.
            throw .bodyUnreadable
        }
        return bytes
    }
}

// What can be wrong with the body of any call.
extension Problem {
    static let unsupportedMediaType = Problem(
        .unsupportedMediaType, code: "unsupported-media-type", detail: "The body must be plain `application/json`.")

    static func bodyTooLarge(_ limits: BodyLimits) -> Problem {
        Problem(.contentTooLarge, code: "body-too-large", detail: "The body may have at most \(limits.kibibytes) KiB.")
    }

    static func bodyTooSlow(_ limits: BodyLimits) -> Problem {
        Problem(
            .requestTimeout, code: "body-too-slow",
            detail: "The body must arrive within \(limits.time.components.seconds) seconds.")
    }

    static let bodyUnreadable = Problem(
        .badRequest, code: "invalid-body", detail: "The body broke off, or is no valid HTTP.")

    static func invalidJSON(_ problem: JSONError) -> Problem {
        Problem(.badRequest, code: "invalid-json", detail: "The body is not strict JSON: \(problem.description).")
    }

    static let notAnObject = Problem(.badRequest, code: "invalid-json", detail: "The body must be a JSON object.")
}
