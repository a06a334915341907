import Foundation
import Testing

/// A backend in another language that puts its request on the queue itself, with RabbitMQ's own library for it.
enum PythonProducer {
    /// Publishes one request and returns the id that the script made for it.
    static func publish(app: String, phone: String, prefix: String) async throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let python = try #require(
            environment["VERIFYD_PYTHON"], "a Python with deploy/test-requirements.txt, as deploy/test makes it")
        let output = try await ChildProcess.run(
            URL(filePath: python), ["-c", script, app, phone, prefix], environment: environment)
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let script = """
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
}
