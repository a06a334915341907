import Foundation
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// A backend in another language that puts its requests on the queue itself, with RabbitMQ's own library for it.
enum PythonProducer {
    /// Publishes one request as documented, and returns the id that the script made for it.
    static func publish(app: String, phone: String, prefix: String) async throws -> String {
        let output = try await run(request, [app, phone, prefix])
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Publishes messages as they are, each confirmed; throws when the broker refuses one.
    ///
    /// `url`: the broker with a user other than the user of the tests.
    static func publish(
        _ messages: [ForeignMessage], to exchange: String, routingKey: String = "request", url: String? = nil
    ) async throws {
        _ = try await run(
            message,
            [String(decoding: JSONValue.array(messages.map(\.json)).serialized, as: UTF8.self), exchange, routingKey],
            url: url)
    }

    private static func run(_ script: String, _ arguments: [String], url: String? = nil) async throws -> [UInt8] {
        var environment = ProcessInfo.processInfo.environment
        if let url { environment["AMQP_URL"] = url }
        let python = try TestVariable.value(of: "VERIFYD_PYTHON")
        return try await ChildProcess.run(
            URL(filePath: python), ["-P", "-c", script] + arguments, environment: environment)
    }

    private static let request = """
        import json, os, secrets, sys, time, uuid
        import pika

        app, phone, prefix = sys.argv[1:]
        milliseconds = time.time_ns() // 1_000_000
        number = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
        identifier = str(uuid.UUID(int=number))

        connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
        channel = connection.channel()
        channel.confirm_delivery()
        channel.basic_publish(
            exchange=prefix + "verification",
            routing_key="request",
            body=json.dumps({"verificationId": identifier, "app": app, "phoneNumber": phone}),
            properties=pika.BasicProperties(
                delivery_mode=2,
                content_type="application/json",
                type="verification.request.v1",
                message_id=identifier,
                app_id=app,
                timestamp=milliseconds // 1000,
            ),
            mandatory=True,
        )
        connection.close()
        print(identifier)
        """

    /// The script writes very deep tables by hand, because pika calls itself for every level.
    private static let message = """
        import base64, json, os, struct, sys
        import pika
        import pika.data

        messages, exchange, routing_key = json.loads(sys.argv[1]), *sys.argv[2:]
        encode_table = pika.data.encode_table

        def encode_with_depth(pieces, table):
            if "depth" not in table:
                return encode_table(pieces, table)
            encoded = b""
            for _ in range(table["depth"]):
                encoded = b"\\x01nF" + struct.pack(">I", len(encoded)) + encoded
            pieces += [struct.pack(">I", len(encoded)), encoded]
            return 4 + len(encoded)

        pika.data.encode_table = encode_with_depth
        connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
        channel = connection.channel()
        channel.confirm_delivery()
        for message in messages:
            body = base64.b64decode(message["body"])
            headers = message.get("headers", {})
            headers.update({f"header-{number}": "x" for number in range(message["manyHeaders"])})
            for _ in range(message["times"]):
                channel.basic_publish(
                    exchange=exchange,
                    routing_key=routing_key,
                    body=body.ljust(message["size"]),
                    properties=pika.BasicProperties(headers=headers or None, **message["properties"]),
                    mandatory=True,
                )
        connection.close()
        """
}

/// A message that only another program would make.
struct ForeignMessage {
    var body: [UInt8]
    /// The length to which spaces fill the body up.
    var size = 0
    var times = 1
    /// By the names that pika gives them.
    var properties: [String: JSONValue] = ["type": "verification.request.v1", "content_type": "application/json"]
    var headers: [String: JSONValue] = [:]
    /// How many headers the script adds to `headers`.
    var manyHeaders = 0

    /// The documented body, with further members.
    static func request(
        _ phone: String, id: VerificationID = Site.makeID(), app: String = Site.app,
        _ members: KeyValuePairs<String, JSONValue> = [:]
    ) -> ForeignMessage {
        let documented: KeyValuePairs<String, JSONValue> = [
            "verificationId": .string(id.description), "app": .string(app), "phoneNumber": .string(phone),
        ]
        let all = documented.map { $0 } + members.map { $0 }
        return ForeignMessage(
            body: JSONValue.object(JSONObject(all.map { .init(key: $0.key, value: $0.value) })).serialized)
    }

    /// A copy in which a property is set; nil removes the property.
    func with(_ property: String, _ value: JSONValue?) -> ForeignMessage {
        var copy = self
        copy.properties[property] = value
        return copy
    }

    fileprivate var json: JSONValue {
        func object(_ members: [String: JSONValue]) -> JSONValue {
            .object(JSONObject(members.map { .init(key: $0.key, value: $0.value) }))
        }
        return object([
            "body": .string(Data(body).base64EncodedString()), "size": .integer(Int64(size)),
            "times": .integer(Int64(times)), "properties": object(properties), "headers": object(headers),
            "manyHeaders": .integer(Int64(manyHeaders)),
        ])
    }
}
