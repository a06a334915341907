import StrictJSON

/// Delivery receipts as a message body, version 1.
///
/// For example `{"receipts":[{"gateway":"main","id":"SM9","status":"undelivered","reason":"error-30003"}]}`.
package enum ReceiptCodec {
    /// The AMQP `type` of a message that this codec reads.
    package static let messageType = "verification.receipt.v1"
    package static let contentType = RequestCodec.contentType

    /// The most receipts in a message.
    ///
    /// A receipt takes at most 1,700 bytes: an id of 255 bytes may grow sixfold when it is escaped. So every message
    /// with this many receipts is below `largestBody`.
    package static let mostReceipts = 32
    /// In bytes; larger messages are dead-lettered unread.
    package static let largestBody = 65_536

    /// The bodies that carry all of these receipts, in their order; no body for no receipt.
    package static func bodies(of receipts: [GatewayReceipt]) -> [[UInt8]] {
        stride(from: 0, to: receipts.count, by: mostReceipts).map { start in
            encode(receipts[start..<min(start + mostReceipts, receipts.count)])
        }
    }

    /// What a message holds.
    package struct Content: Sendable, Hashable {
        /// Those that this program can read.
        package let receipts: [GatewayReceipt]
        /// The others; nil when there are none.
        package let rest: Rest?
    }

    /// The receipts of a message that cannot be read, for example those of a later version.
    package struct Rest: Sendable, Hashable {
        /// A message of the same kind that holds just these.
        package let body: [UInt8]
        /// Why the first of them cannot be read.
        package let letter: DeadLetter
    }

    /// Reads a delivery; throws the dead letter for a delivery in which it can read nothing.
    package static func decode(_ delivery: JobDelivery) throws(DeadLetter) -> Content {
        let object = try delivery.object(of: messageType, atMost: largestBody)
        do {
            return try read(object)
        } catch {
            throw DeadLetter(.invalidMember, detail: error.summary)
        }
    }

    private static func encode(_ receipts: some Sequence<GatewayReceipt>) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.memberArray("receipts") { writer in
                for receipt in receipts { writer.object { write(receipt, to: &$0) } }
            }
        }
        return writer.bytes
    }

    private static func write(_ receipt: GatewayReceipt, to writer: inout JSONWriter) {
        writer.member("gateway", is: receipt.gateway)
        writer.member("id", is: receipt.receipt.gatewayID)
        writer.member("status", is: receipt.receipt.status.rawValue)
        writer.member("reason", is: receipt.receipt.reason)
    }

    private static func read(_ object: JSONObject) throws(InvalidMemberError) -> Content {
        guard let list = object["receipts"] else { throw InvalidMemberError("receipts", is: .missing) }
        guard let entries = list.array else { throw InvalidMemberError("receipts", is: .wrongType) }
        guard !entries.isEmpty else { throw InvalidMemberError("receipts", is: .malformed) }
        guard entries.count <= mostReceipts else { throw InvalidMemberError("receipts", is: .tooLong) }
        var (receipts, rest, problem) = ([GatewayReceipt](), [JSONValue](), InvalidMemberError?.none)
        for entry in entries {
            do {
                receipts.append(try receipt(entry))
            } catch {
                rest.append(entry)
                problem = problem ?? error
            }
        }
        guard let problem else { return Content(receipts: receipts, rest: nil) }
        guard !receipts.isEmpty else { throw problem }
        var left = object
        left["receipts"] = .array(rest)
        return Content(
            receipts: receipts,
            rest: Rest(
                body: JSONValue.object(left).serialized, letter: DeadLetter(.invalidMember, detail: problem.summary)))
    }

    private static func receipt(_ entry: JSONValue) throws(InvalidMemberError) -> GatewayReceipt {
        guard let object = entry.object else { throw InvalidMemberError("receipts", is: .wrongType) }
        // A gateway's name has the form of an app's.
        guard let gateway = AppID(try object.requiredString("gateway")) else {
            throw InvalidMemberError("gateway", is: .malformed)
        }
        guard let id = DeliveryReceipt.storableID(try object.requiredString("id")) else {
            throw InvalidMemberError("id", is: .malformed)
        }
        guard let status = DeliveryStatus(rawValue: try object.requiredString("status")) else {
            throw InvalidMemberError("status", is: .malformed)
        }
        let reason = try object.optionalString("reason")
        guard reason == nil || reason.flatMap(DeliveryReceipt.storableReason) != nil else {
            throw InvalidMemberError("reason", is: .malformed)
        }
        return GatewayReceipt(
            gateway: gateway.name, receipt: DeliveryReceipt(gatewayID: id, status: status, reason: reason))
    }
}
