/// How a process reaches RabbitMQ.
package enum AMQPSettings {
    package static let url = Setting(
        "amqp.url", .text,
        "RabbitMQ, for example amqps://user:password@host/vhost; name all nodes, with commas; also AMQP_URL",
        isSecret: true,
        sharedVariable: "AMQP_URL")
    package static let caFile = Setting(
        "amqp.caFile", .text, "PEM file of the authority that signed RabbitMQ's certificate, for amqps")
    package static let allowPlaintext = Setting(
        "amqp.allowPlaintext", .truth, "whether the URL may name another machine without TLS",
        standard: "false")

    static let all: [any DeclaredSetting] = [url, caFile, allowPlaintext]
}
