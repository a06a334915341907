import GatewayKit

/// How a process reaches RabbitMQ.
package enum AMQPSettings {
    package static let url = Setting(
        "amqp.url", .text,
        "RabbitMQ, for example amqps://user:password@host/vhost; several by commas; also AMQP_URL", isSecret: true,
        sharedVariable: "AMQP_URL")
    package static let caFile = Setting(
        "amqp.caFile", .text, "PEM file of the authority that signed RabbitMQ's certificate")
    package static let allowPlaintext = Setting(
        "amqp.allowPlaintext", .truth, "talk to a RabbitMQ that is not on this machine without encryption",
        standard: "false")

    static let all: [any DeclaredSetting] = [url, caFile, allowPlaintext]
}
