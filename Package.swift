// swift-tools-version: 6.2
import PackageDescription

// What may import what is decided here and nowhere else: a target sees the targets of lower layers that its line lists.
// The build is run with `--explicit-target-dependency-import-check error`, so an import that is not listed fails.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "verifyd",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "verifyd", targets: ["verifyd"]),
        // What the author of a gateway outside this package needs: the port and its values.
        .library(name: "GatewayKit", targets: ["GatewayKit"]),
        // What starts verifyd with such a gateway added, in an executable of the author's own.
        .library(name: "VerifydProgram", targets: ["VerifydProgram"]),
        // What proves such a gateway, in a test of the author's own.
        .library(name: "GatewayConformance", targets: ["GatewayConformance"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // 8  main.
        .executableTarget(name: "verifyd", dependencies: ["VerifydProgram"], swiftSettings: strict),

        // 7  The commands, for `verifyd` and for executables of others that know more kinds of gateway.
        .target(
            name: "VerifydProgram",
            dependencies: [
                "GatewayKit", "Assembly", "Bench", "RequestQueue", "SessionStore", "SMSGateways", "Sandbox",
                "PhoneNumbers",
                "Languages", "Operations", "Verifications", "StrictJSON", "VerificationCore", "AMQP",
                "AccountCore", "Accounts", "AccountStore", "PostgreSQL", "CProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict,
            // Many threads that make and drop small things: about a tenth more requests per second than with glibc's malloc.
            linkerSettings: [.linkedLibrary("jemalloc")]),

        // 6  Settings and wiring; the only place that sees adapters and services together.
        .target(
            name: "Assembly",
            dependencies: [
                "GatewayKit", "ConnectionSupport", "VerificationAPI", "VerificationWorker", "Verifications",
                "Dashboard",
                "Operations", "Sandbox", "AccountCore", "Accounts", "AccountStore", "IdentityToolkit",
                "HTTPService", "RequestQueue", "SessionStore", "SMSGateways", "PhoneNumbers", "Languages",
                "SpanExport", "StrictJSON", "Telemetry", "VerificationCore", "AMQP", "PostgreSQL",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        // 6  `verifyd bench`: load, percentiles, counting, on an installation of its own.
        .target(
            name: "Bench",
            dependencies: [
                "GatewayKit", "ConnectionSupport", "Assembly", "PhoneNumbers", "RequestQueue", "SessionStore",
                "SMSGateways",
                "Sandbox", "StrictJSON", "VerificationCore", "AMQP", "CProcess",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),

        // 5  HTTP: read, call, answer; no rule in here.
        .target(
            name: "VerificationAPI",
            dependencies: [
                "Verifications", "Operations", "HTTPService", "StrictJSON", "VerificationCore",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [.embedInCode("OpenAPI/openapi.json")],
            swiftSettings: strict),
        // 5  The operators' pages, and what they show as JSON.
        .target(
            name: "Dashboard",
            dependencies: [
                "Operations", "HTTPService", "StrictJSON", "VerificationCore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: ["Assets/htmx-LICENSE.txt"],
            resources: [
                .embedInCode("Templates/action.mustache"), .embedInCode("Templates/audit.mustache"),
                .embedInCode("Templates/chart.mustache"), .embedInCode("Templates/config.mustache"),
                .embedInCode("Templates/countries.mustache"), .embedInCode("Templates/events.mustache"),
                .embedInCode("Templates/failures.mustache"), .embedInCode("Templates/gateways.mustache"),
                .embedInCode("Templates/help.mustache"), .embedInCode("Templates/layout.mustache"),
                .embedInCode("Templates/limits.mustache"), .embedInCode("Templates/more.mustache"),
                .embedInCode("Templates/overview.mustache"), .embedInCode("Templates/problem.mustache"),
                .embedInCode("Templates/queues.mustache"), .embedInCode("Templates/sign.mustache"),
                .embedInCode("Templates/signIn.mustache"), .embedInCode("Templates/testNumbers.mustache"),
                .embedInCode("Templates/verification.mustache"), .embedInCode("Templates/verifications.mustache"),
                .embedInCode("Templates/workers.mustache"), .embedInCode("Templates/gateway.mustache"),
                .embedInCode("Templates/country.mustache"), .embedInCode("Templates/failure.mustache"),
                .embedInCode("Templates/limitUses.mustache"), .embedInCode("Templates/waiting.mustache"),
                .embedInCode("Templates/windows.mustache"),
                .embedInCode("Assets/dashboard.css"), .embedInCode("Assets/dashboard.js"),
                .embedInCode("Assets/htmx.js"), .embedInCode("Assets/icon.svg"),
            ],
            swiftSettings: strict),
        // 5  The five steps and the loop around them.
        .target(
            name: "VerificationWorker",
            dependencies: [
                "VerificationCore",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        // 5  A provider on your own machine: inbox, ledger, and the faces of real providers.
        .target(
            name: "Sandbox",
            dependencies: [
                "GatewayKit", "HTTPService", "SMPP", "StrictJSON", "VerificationCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // 4½ Use cases over the ports: start, check, show, cancel, erase, test numbers.
        .target(
            name: "Verifications",
            dependencies: ["VerificationCore", .product(name: "Metrics", package: "swift-metrics")],
            swiftSettings: strict),
        // 5  The wire of Identity Toolkit: read, call, answer; no rule in here.
        .target(
            name: "IdentityToolkit",
            dependencies: [
                "AccountCore", "Accounts", "Verifications", "HTTPService", "StrictJSON", "VerificationCore",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // 4½ Use cases over the ports: sign in, link, look after accounts, make and check tokens.
        .target(
            name: "Accounts",
            dependencies: [
                "AccountCore", "Verifications", "StrictJSON", "VerificationCore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict),
        // 4½ What operators see and do, by their roles.
        .target(name: "Operations", dependencies: ["VerificationCore"], swiftSettings: strict),

        // 4  What every HTTP surface needs once: bodies, problems, limits, the server; probes and the operator's pages.
        .target(
            name: "HTTPService",
            dependencies: [
                "ConnectionSupport", "StrictJSON", "VerificationCore",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        // 4  Requests as RabbitMQ messages; the topology, the ladder, the dead letters.
        .target(
            name: "RequestQueue",
            dependencies: [
                "VerificationCore", "AMQP", "ConnectionSupport", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // 4  Sessions, limits, apps as rows; every SQL text, once.
        .target(
            name: "SessionStore",
            dependencies: [
                "ConnectionSupport", "StrictJSON", "VerificationCore", "PostgreSQL",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // 4  Accounts, their sessions, projects and signing keys as rows.
        .target(
            name: "AccountStore",
            dependencies: ["AccountCore", "StrictJSON", "VerificationCore", "SessionStore", "PostgreSQL"],
            swiftSettings: strict),
        // 4  One folder per provider; the HTTP call that knows whether it left; the endpoints of apps.
        .target(
            name: "SMSGateways",
            dependencies: [
                "GatewayKit", "SMPP", "ConnectionSupport", "StrictJSON", "VerificationCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // 4  Spans to a receiver of OpenTelemetry's protocol.
        .target(
            name: "SpanExport",
            dependencies: [
                "ConnectionSupport", "StrictJSON", "VerificationCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // 4  The world's numbering plan as data, and what judges numbers by it.
        .target(
            name: "PhoneNumbers",
            dependencies: ["VerificationCore", "CNumberingPlan", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        // 4  ICU behind two ports: names of languages, matching, plural forms.
        .target(name: "Languages", dependencies: ["VerificationCore", "CLanguages"], swiftSettings: strict),
        // 4  Prometheus text, JSON logs, trace context.
        .target(
            name: "Telemetry",
            dependencies: [
                "StrictJSON", "VerificationCore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict),

        // 3  Values, rules, ports; no I/O, no clock, no chance.
        .target(
            name: "VerificationCore",
            dependencies: [
                "GatewayKit", "StrictJSON", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            resources: [.embedInCode("Resources/Messages.xcstrings")],
            swiftSettings: strict),

        // 3  Accounts, their tokens and the errors of their wire; no I/O, no clock, no chance.
        .target(
            name: "AccountCore", dependencies: ["StrictJSON", "VerificationCore"], swiftSettings: strict),

        // 3  The ports of a gateway and of a provider, and what their author needs; it imports nothing. The core imports it, and
        // exports it, so that who imports the core has a message, its outcome and its receipts.
        .target(name: "GatewayKit", swiftSettings: strict),

        // 2  librabbitmq for Swift; no SMS words.
        .target(
            name: "AMQP",
            dependencies: [
                "CRabbitMQ", "ConnectionSupport", .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: strict),
        // 2  libpq for Swift; no SMS words.
        .target(
            name: "PostgreSQL",
            dependencies: [
                "CPostgreSQL", "ConnectionSupport", .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: strict),

        // 2  SMPP 3.4 as an ESME: codec, receipts, session, link; no SMS-verification words.
        .target(
            name: "SMPP",
            dependencies: [
                "ConnectionSupport",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),

        // 2  JSON as strict as a contract: one reader, one writer, limits on size and depth.
        .target(name: "StrictJSON", swiftSettings: strict),

        // 1  What every connection to a server needs, whatever its protocol: loop, watchdog, socket, pauses.
        .target(
            name: "ConnectionSupport",
            dependencies: [
                "CEpoll",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),

        // 0  C libraries of the system.
        .systemLibrary(
            name: "CRabbitMQ", pkgConfig: "librabbitmq", providers: [.apt(["librabbitmq-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CEpoll"),
        // The bytes of the built-in plan; an array in Swift would take minutes to compile.
        .target(name: "CNumberingPlan", exclude: ["numbering-plan.txt"]),
        .target(
            name: "CLanguages",
            linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

        // Test support without a word of the product: a busy machine's time, the servers that the environment names.
        .target(
            name: "TestSupport", dependencies: [.product(name: "NIOSSL", package: "swift-nio-ssl")],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Test support for gateways, here and outside this package: what each promises, and a stand-in for its provider.
        .target(
            name: "GatewayConformance",
            dependencies: [
                "GatewayKit", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/GatewayConformance",
            swiftSettings: strict),
        // Test support: fakes, a manual clock, one conformance suite per port.
        .target(
            name: "VerificationTesting",
            dependencies: ["StrictJSON", "VerificationCore", "GatewayConformance", "TestSupport"],
            path: "Tests/VerificationTesting",
            swiftSettings: strict),

        // Test support for accounts: fakes, and one conformance suite per port.
        .target(
            name: "AccountTesting",
            dependencies: ["AccountCore", "StrictJSON", "VerificationCore", "VerificationTesting"],
            path: "Tests/AccountTesting",
            swiftSettings: strict),
        .testTarget(
            name: "AccountStoreTests",
            dependencies: [
                "AccountStore", "AccountCore", "AccountTesting", "SessionStore", "PostgreSQL", "StrictJSON",
                "VerificationCore", "VerificationTesting", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "Accounts", "AccountCore", "AccountTesting", "Verifications", "StrictJSON", "VerificationCore",
                "VerificationTesting",
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "IdentityToolkitTests",
            dependencies: [
                "IdentityToolkit", "Accounts", "AccountCore", "AccountTesting", "Verifications", "HTTPService",
                "StrictJSON", "VerificationCore", "VerificationTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),

        .testTarget(
            name: "SMSGatewaysTests",
            dependencies: [
                "SMSGateways", "SMPP", "ConnectionSupport", "StrictJSON", "VerificationCore", "VerificationTesting",
                "GatewayConformance",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        // What the adapters send, before the eyes of programs and libraries that others wrote; Python runs them.
        .testTarget(
            name: "ProviderPeerTests",
            dependencies: [
                "SMSGateways", "SMPP", "SpanExport", "ConnectionSupport", "StrictJSON", "VerificationCore",
                "VerificationTesting", "GatewayConformance", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Python"],
            swiftSettings: strict),
        // The provider of the article "Writing a gateway", an executable that starts verifyd with it, and their test. Without
        // package access and with Swift's usual settings, as in a package of somebody else's: what the article shows needs
        // only the public products. A package of its own would compile every dependency again, for minutes.
        .target(
            name: "ExampleGateway",
            dependencies: [
                "GatewayKit",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/ExampleGateway",
            packageAccess: false,
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "ExampleVerifyd",
            dependencies: ["ExampleGateway", "VerifydProgram"],
            path: "Tests/ExampleVerifyd",
            packageAccess: false,
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ExampleGatewayTests",
            dependencies: ["ExampleGateway", "GatewayKit", "GatewayConformance"],
            packageAccess: false,
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "SandboxTests",
            dependencies: [
                "Sandbox", "SMSGateways", "SMPP", "HTTPService", "StrictJSON", "VerificationCore",
                "VerificationTesting",
                "GatewayConformance", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "Telemetry", "VerificationCore",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SpanExportTests",
            dependencies: [
                "SpanExport", "ConnectionSupport", "StrictJSON", "VerificationCore", "GatewayConformance",
                "TestSupport",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServiceTests",
            dependencies: [
                "HTTPService", "StrictJSON", "VerificationCore",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StrictJSONTests", dependencies: ["StrictJSON", "VerificationTesting"], swiftSettings: strict),
        .testTarget(
            name: "VerificationsTests",
            dependencies: ["Verifications", "StrictJSON", "VerificationCore", "VerificationTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "OperationsTests", dependencies: ["Operations", "VerificationCore", "VerificationTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "Dashboard", "Operations", "HTTPService", "StrictJSON", "VerificationCore", "VerificationTesting",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VerificationAPITests",
            dependencies: [
                "VerificationAPI", "Verifications", "Operations", "HTTPService", "StrictJSON", "VerificationCore",
                "VerificationTesting",
                "PhoneNumbers",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConnectionSupportTests", dependencies: ["ConnectionSupport", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "AMQPTests", dependencies: ["AMQP", "CRabbitMQ", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PostgreSQLTests", dependencies: ["PostgreSQL", "CPostgreSQL", "ConnectionSupport", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SMPPTests",
            dependencies: [
                "SMPP", "ConnectionSupport", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PhoneNumbersTests",
            dependencies: ["PhoneNumbers", "StrictJSON", "VerificationCore", "VerificationTesting", "TestSupport"],
            exclude: ["Python"],
            swiftSettings: strict),
        .testTarget(
            name: "LanguagesTests",
            dependencies: ["Languages", "CLanguages", "StrictJSON", "VerificationCore", "VerificationTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "VerificationCoreTests", dependencies: ["StrictJSON", "VerificationCore", "VerificationTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "AccountCoreTests", dependencies: ["AccountCore", "StrictJSON", "VerificationCore"],
            swiftSettings: strict),
        .testTarget(
            name: "SessionStoreTests",
            dependencies: [
                "SessionStore", "PostgreSQL", "VerificationCore", "VerificationTesting", "TestSupport",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VerificationWorkerTests",
            dependencies: [
                "VerificationWorker", "VerificationCore", "VerificationTesting", "GatewayConformance", "TestSupport",
                "Languages", "SMSGateways",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RequestQueueTests",
            dependencies: [
                "RequestQueue", "AMQP", "StrictJSON", "VerificationCore", "VerificationTesting", "TestSupport",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AssemblyTests",
            dependencies: [
                "GatewayKit", "Assembly", "ConnectionSupport", "Operations", "SMSGateways", "Sandbox",
                "VerificationCore",
                "Verifications",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BenchTests",
            dependencies: [
                "Bench", "VerificationCore", "VerificationTesting", "StrictJSON",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AMQP", "Assembly", "Operations", "PhoneNumbers", "PostgreSQL", "RequestQueue", "SessionStore",
                "StrictJSON",
                "Telemetry", "VerificationCore", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Python"],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
