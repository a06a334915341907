import Testing

/// Everything that needs a RabbitMQ, one test after another, for some of them stop it.
///
/// `AMQP_URL` names the broker; without it the tests fail.
@Suite("With a broker", .serialized, .timeLimit(.minutes(10)))
struct BrokerTests {}
