import StrictJSON

/// One message as it came from the queue, not yet read.
package struct JobDelivery: Sendable {
    /// Empty when `isTooLarge`.
    package let body: [UInt8]
    package let properties: Properties
    /// What the queue's adapter needs to settle the delivery.
    package let handle: any Sendable
    /// The queue's number for this delivery; nil where it gives none.
    package let tag: UInt64?

    package init(body: [UInt8], properties: Properties, handle: any Sendable, tag: UInt64? = nil) {
        self.body = body
        self.properties = properties
        self.handle = handle
        self.tag = tag
    }

    /// What the message says beside its body, as far as workers use it.
    package struct Properties: Sendable, Hashable {
        package var type: String?
        package var contentType: String?
        package var isTooLarge = false
        package var wantsAnswer = false
        package var context: TraceContext?
        /// How often the job was tried before, where messages count it; 0 for requests, whose tries the store counts.
        package var tries = 0
        /// How often the job was put off without a try since its last try.
        package var putOffs = 0

        package init() {}
    }
}

extension JobDelivery {
    /// The body's JSON object, if the message says that it is of `type` and is not too long.
    ///
    /// Throws the reason why every other message is dead-lettered.
    func object(of type: String, atMost largestBody: Int) throws(DeadLetter) -> JSONObject {
        try properties.object(in: body, of: type, atMost: largestBody)
    }
}

extension JobDelivery.Properties {
    /// The JSON object in a message's body; see `JobDelivery.object(of:atMost:)`.
    func object(in body: [UInt8], of type: String, atMost largestBody: Int) throws(DeadLetter) -> JSONObject {
        guard !isTooLarge, body.count <= largestBody else { throw DeadLetter(.tooLarge) }
        guard self.type == type else { throw DeadLetter(.unknownType) }
        guard isJSON else { throw DeadLetter(.wrongContentType) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw DeadLetter(.notJSON, detail: error.description)
        }
        guard let object = value.object else { throw DeadLetter(.notJSON, detail: "not an object") }
        return object
    }

    /// Whether the content type is JSON's, or missing.
    ///
    /// Parameters such as `charset=utf-8` say nothing that JSON does not say itself.
    private var isJSON: Bool {
        guard let contentType, contentType != RequestCodec.contentType else { return true }
        return contentType.prefix { $0 != ";" && $0 != " " }.lowercased() == RequestCodec.contentType
    }
}
