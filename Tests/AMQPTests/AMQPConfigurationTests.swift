import Testing

@testable import AMQP

@Suite("AMQP URLs")
struct AMQPConfigurationTests {
    @Test("what a URL leaves out has the usual defaults")
    func defaults() throws {
        let endpoint = try #require(try AMQPConfiguration(urls: "amqp://").endpoints.first)
        #expect(endpoint.host == "localhost" && endpoint.port == 5672 && endpoint.virtualHost == "/")
        #expect(endpoint.user == "guest" && endpoint.password.value == "guest" && !endpoint.usesTLS)
    }

    @Test("every part is read, percent-encoding undone")
    func parts() throws {
        let url = "amqps://us%40er:p%2Fw@mq.example:5555/tea%2Fcup"
        let endpoint = try #require(try AMQPConfiguration(urls: url).endpoints.first)
        #expect(endpoint.host == "mq.example" && endpoint.port == 5555 && endpoint.virtualHost == "tea/cup")
        #expect(endpoint.user == "us@er" && endpoint.password.value == "p/w" && endpoint.usesTLS)
    }

    @Test("an empty path means the default virtual host, an IPv6 address needs brackets")
    func edges() throws {
        let endpoint = try #require(try AMQPConfiguration(urls: "amqp://[::1]:1/").endpoints.first)
        #expect(endpoint.host == "::1" && endpoint.port == 1 && endpoint.virtualHost == "/")
    }

    @Test("several URLs are the nodes of one broker")
    func cluster() throws {
        let configuration = try AMQPConfiguration(urls: "amqp://a,amqp://b:1 amqps://c", allowPlaintext: true)
        #expect(configuration.description == "amqp://a:5672,amqp://b:1,amqps://c:5671")
    }

    @Test(
        "a bad URL is refused without being repeated",
        arguments: [
            "", " , ", "http://u:sentinel@h", "amqp://u:sentinel@h:port", "amqp://u:sentinel@h:0",
            "amqp://u:senti/nel@h", "amqp://u:sentinel@h:99999", "amqp://u:sentinel@h/a/b", "sentinel",
            "amqp://fine,u:sentinel@h",
        ])
    func bad(url: String) throws {
        let error = try #require(throws: AMQPError.self) { try AMQPConfiguration(urls: url) }
        #expect(error.code == .invalidConfiguration)
        #expect(!"\(error)".contains("senti"))
    }

    @Test("TLS to a bare address is refused, for nobody could verify it", arguments: ["127.0.0.1", "[::1]"])
    func address(host: String) throws {
        let error = try #require(throws: AMQPError.self) { try AMQPConfiguration(urls: "amqps://\(host)") }
        #expect(error.code == .invalidConfiguration)
    }

    @Test(
        "plaintext to another machine needs a yes, and its refusal tells no password",
        arguments: ["amqp://u:sentinel@mq.example", "amqp://u:sentinel@127.evil.example", "amqp://u:sentinel@10.0.0.1"])
    func plaintext(url: String) throws {
        for urls in [url, "amqp://localhost,\(url)"] {
            let error = try #require(throws: AMQPError.self) { try AMQPConfiguration(urls: urls) }
            #expect(error.code == .invalidConfiguration && error.context.contains("plaintext"))
            #expect(!"\(error)".contains("sentinel"))
            #expect(try AMQPConfiguration(urls: urls, allowPlaintext: true).endpoints.last?.usesTLS == false)
        }
    }

    @Test(
        "this machine is reached without encryption, others with it",
        arguments: [
            "amqp://", "amqp://LOCALHOST", "amqp://127.0.0.2:1", "amqp://[::1]", "amqps://mq.example",
        ])
    func noPlaintext(url: String) throws {
        _ = try AMQPConfiguration(urls: url)
    }

    @Test("printing a configuration in any way shows no password")
    func printing() throws {
        let configuration = try AMQPConfiguration(urls: "amqp://user:sentinel@h/v", allowPlaintext: true)
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("sentinel"))
        }
    }
}
