/// Which messages a reader of the inbox asks for.
package struct InboxQuery: Sendable, Hashable {
    /// Only messages to this number, in E.164.
    package var phone: String?
    /// Only messages to numbers with these digits in a row.
    package var digits: String?
    /// Only messages with a greater sequence number.
    package var after: Int?
    package var limit: Int

    package init(phone: String? = nil, digits: String? = nil, after: Int? = nil, limit: Int = 100) {
        self.phone = phone
        self.digits = digits
        self.after = after
        self.limit = limit
    }

    /// The messages that fit, `limit` at most: the newest first, or with `after` in the order of arrival.
    ///
    /// A reader that asks again and again gives the last sequence number as `after`, and so misses no kept message.
    func select(from ring: MessageRing) -> [SandboxMessage] {
        var found: [SandboxMessage] = []
        for step in 0..<ring.count where found.count < limit {
            let message = ring[after == nil ? ring.count - 1 - step : step]
            if fits(message) { found.append(message) }
        }
        return found
    }

    private func fits(_ message: SandboxMessage) -> Bool {
        if let phone, message.draft.phone != phone { return false }
        if let after, message.sequence <= after { return false }
        if let digits, !message.draft.phone.contains(digits) { return false }
        return true
    }
}
