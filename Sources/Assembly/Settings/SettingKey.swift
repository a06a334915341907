import VerificationCore

/// Everything that can be set, in one list: what is not here is refused, in a file as in the environment.
package enum SettingKey: String, CaseIterable, Sendable {
    case databaseURL = "database.url"
    case databaseConnections = "database.connections"
    case databaseAllowPlaintext = "database.allowPlaintext"
    case amqpURL = "amqp.url"
    case amqpCAFile = "amqp.caFile"
    case amqpAllowPlaintext = "amqp.allowPlaintext"
    case queuePrefix = "queue.prefix"
    case queueLadder = "queue.ladder"
    case retentionDays = "retention.days"
    case codeKeys = "code.keys"
    case httpHost = "http.host"
    case httpPort = "http.port"
    case adminHost = "admin.host"
    case adminPort = "admin.port"
    case workerPrefetch = "worker.prefetch"
    case workerTries = "worker.tries"
    case gatewayKind = "gateway.kind"
    case gatewayURL = "gateway.url"
    case gatewaySecret = "gateway.secret"
    case gatewayToken = "gateway.token"
    case gatewaySender = "gateway.sender"
    case gatewayHonorsIdempotencyKeys = "gateway.honorsIdempotencyKeys"
    case gatewayServerErrorsMeanNotSent = "gateway.serverErrorsMeanNotSent"
    case gatewayDeadline = "gateway.deadline"
    case gatewayInFlight = "gateway.inFlight"
    case gatewayPerSecond = "gateway.perSecond"
    case sandboxHost = "sandbox.host"
    case sandboxPort = "sandbox.port"
    case sandboxPublic = "sandbox.public"
    case logLevel = "log.level"
    case logFormat = "log.format"

    /// One line for `verifyd settings` and the README's table.
    package var summary: String {
        switch self {
        case .databaseURL: "PostgreSQL, for example postgres://user:password@host/verifyd; also DATABASE_URL"
        case .databaseConnections: "connections that one process may open, 2 to 200"
        case .databaseAllowPlaintext: "talk to a PostgreSQL that is not on this machine without encryption"
        case .amqpURL: "RabbitMQ, for example amqps://user:password@host/vhost; several by commas; also AMQP_URL"
        case .amqpCAFile: "PEM file of the authority that signed RabbitMQ's certificate"
        case .amqpAllowPlaintext: "talk to a RabbitMQ that is not on this machine without encryption"
        case .queuePrefix: "put before the name of the exchange and of every queue"
        case .queueLadder: "the waits between tries, ascending"
        case .retentionDays: "how long verifications and phones are kept, 1 to 3650"
        case .codeKeys:
            "name:Base64 of 32 random bytes; several by commas, the current one first; codes and ids derive from it"
        case .httpHost: "address that the API listens on"
        case .httpPort: "port of the API; 0 takes a free one"
        case .adminHost: "address that health and metrics of the process listen on"
        case .adminPort: "port of /livez, /readyz, /startupz and /metrics; 0 takes a free one, which the log names"
        case .workerPrefetch: "requests that one worker handles side by side"
        case .workerTries: "tries of one message before it is put aside"
        case .gatewayKind: "sandbox or webhook"
        case .gatewayURL: "where the webhook gateway posts messages"
        case .gatewaySecret: "whsec_…: signs what the webhook gateway posts"
        case .gatewayToken: "bearer token for the webhook gateway"
        case .gatewaySender: "the sender that the webhook's receiver should show, passed on as data.from"
        case .gatewayHonorsIdempotencyKeys:
            "whether the receiver sends one SMS for one webhook-id, however often called"
        case .gatewayServerErrorsMeanNotSent: "whether a 5xx answer of the receiver means that nothing was sent"
        case .gatewayDeadline: "the longest that one call of a gateway may take in all, 1s to 60s"
        case .gatewayInFlight: "calls of the gateway at the same time, of one worker"
        case .gatewayPerSecond: "calls of the gateway per second, of one worker; 0 for as many as it takes"
        case .sandboxHost: "address that the sandbox's inbox listens on"
        case .sandboxPort: "port of the sandbox's inbox; 0 takes a free one"
        case .sandboxPublic: "let the sandbox listen beyond this machine, though it shows codes to whoever asks"
        case .logLevel: "trace, debug, info, notice, warning, error or critical"
        case .logFormat: "text or json; by default text on a terminal"
        }
    }

    /// Nil where there is none.
    var standard: String? {
        switch self {
        case .databaseConnections: "8"
        case .databaseAllowPlaintext, .amqpAllowPlaintext: "false"
        case .queuePrefix: ""
        case .queueLadder: "5s,30s,2m"
        case .retentionDays: "30"
        case .httpHost, .adminHost, .sandboxHost: "127.0.0.1"
        case .adminPort: "0"
        case .gatewayHonorsIdempotencyKeys, .gatewayServerErrorsMeanNotSent, .sandboxPublic: "false"
        case .httpPort: "8080"
        case .workerPrefetch: "1000"
        case .workerTries: "6"
        case .gatewayDeadline: "10s"
        case .gatewayInFlight: "1000"
        case .gatewayPerSecond: "0"
        case .sandboxPort: "8025"
        case .logLevel: "info"
        case .databaseURL, .amqpURL, .amqpCAFile, .codeKeys, .gatewayKind, .gatewayURL, .gatewaySecret, .gatewayToken,
            .gatewaySender, .logFormat:
            nil
        }
    }

    /// Whether the value must never be shown.
    package var isSecret: Bool {
        switch self {
        // Tokens live in a gateway's URL as well.
        case .databaseURL, .amqpURL, .codeKeys, .gatewayURL, .gatewaySecret, .gatewayToken: true
        case .databaseConnections, .databaseAllowPlaintext, .amqpCAFile, .amqpAllowPlaintext, .queuePrefix,
            .queueLadder, .retentionDays, .httpHost, .httpPort, .adminHost, .adminPort, .workerPrefetch, .workerTries,
            .gatewayKind, .gatewaySender,
            .gatewayHonorsIdempotencyKeys, .gatewayServerErrorsMeanNotSent, .gatewayDeadline, .gatewayInFlight,
            .gatewayPerSecond, .sandboxHost, .sandboxPort, .sandboxPublic, .logLevel, .logFormat:
            false
        }
    }

    /// In a folder of secrets: `database-url`.
    var fileName: String { rawValue.split(separator: ".").joined(separator: "-") }

    /// `VERIFYD_` and the key in capitals, words apart by underscores.
    package var environmentName: String {
        var name = "VERIFYD_"
        var previous: Character = "."
        for character in rawValue {
            if previous.isLowercase, character.isUppercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
            previous = character
        }
        return name
    }
}
