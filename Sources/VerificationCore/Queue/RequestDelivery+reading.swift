import StrictJSON

extension RequestDelivery {
    /// The body's JSON object, if the message says that it is of `type` and is not too long.
    ///
    /// Throws the reason for which every other message is put aside.
    func object(of type: String, atMost largestBody: Int) throws(DeadLetter) -> JSONObject {
        try properties.object(in: body, of: type, atMost: largestBody)
    }
}

extension RequestDelivery.Properties {
    /// The JSON object in a message's body; see `RequestDelivery.object(of:atMost:)`.
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
