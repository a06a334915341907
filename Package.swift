// swift-tools-version: 6.2
import Foundation
import PackageDescription

// What may import what is decided here and nowhere else: a target sees what its line lists. That lies in lower layers,
// and for some in their own: Bench lists Assembly, Accounts lists Verifications and Operations, and AccountCore lists
// VerificationCore.
// The build is run with `--explicit-target-dependency-import-check error`, so an import that is not listed fails.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The release or the commit that is built; a copy without git takes it from `VERIFYD_REVISION`. SwiftPM keeps it with its
// plan of a build: only `--disable-build-manifest-caching --manifest-cache none` asks git anew where there is a plan.
let revision: String = {
    // Git looks for a repository upwards: a copy that lies in another repository is not of that repository's release.
    let isOurs = FileManager.default.fileExists(atPath: Context.packageDirectory + "/.git")
    let git = isOurs ? Context.gitInformation : nil
    let said =
        Context.environment["VERIFYD_REVISION"]
        ?? git.map {
            ($0.currentTag ?? String($0.currentCommit.prefix(12))) + ($0.hasUncommittedChanges ? ".changed" : "")
        } ?? ""
    // It becomes a text of C.
    return said.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._+-".contains($0)) }
}()

/// The package of each library of others that a target may list.
let libraries = [
    "ArgumentParser": "swift-argument-parser", "AsyncHTTPClient": "async-http-client",
    "Configuration": "swift-configuration", "CoreMetrics": "swift-metrics", "Crypto": "swift-crypto",
    "CryptoExtras": "swift-crypto", "DequeModule": "swift-collections", "HTTPTypes": "swift-http-types",
    "HeapModule": "swift-collections", "Histogram": "hdrhistogram-swift", "Hummingbird": "hummingbird",
    "HummingbirdCore": "hummingbird", "HummingbirdTLS": "hummingbird", "HummingbirdTesting": "hummingbird",
    "InMemoryLogging": "swift-log", "JWTKit": "jwt-kit", "Logging": "swift-log", "Metrics": "swift-metrics",
    "MetricsTestKit": "swift-metrics", "Mustache": "swift-mustache", "NIOConcurrencyHelpers": "swift-nio",
    "NIOCore": "swift-nio", "NIOHTTP1": "swift-nio", "NIOHTTPTypes": "swift-nio-extras", "NIOPosix": "swift-nio",
    "NIOSSL": "swift-nio-ssl", "NIOTLS": "swift-nio", "ServiceLifecycle": "swift-service-lifecycle",
    "SwiftASN1": "swift-asn1", "SystemPackage": "swift-system", "UnixSignals": "swift-service-lifecycle",
    "X509": "swift-certificates", "Yams": "Yams",
]

func listed(_ names: [String]) -> [Target.Dependency] {
    names.map { name in libraries[name].map { .product(name: name, package: $0) } ?? .target(name: name) }
}

/// A module of ours in `Sources`.
func module(
    _ name: String, _ dependencies: [String] = [], exclude: [String] = [], resources: [Resource] = [],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: listed(dependencies), exclude: exclude, resources: resources, swiftSettings: strict,
        linkerSettings: linkerSettings)
}

/// A module of ours that only tests use.
func testSupport(_ name: String, _ dependencies: [String]) -> Target {
    .target(name: name, dependencies: listed(dependencies), path: "Tests/\(name)", swiftSettings: strict)
}

/// `exclude`: what is no Swift; Python plays clients and providers that nobody here wrote.
func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: listed(dependencies), exclude: exclude, swiftSettings: strict)
}

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
        // The clients, which deploy/client-packages makes packages of their own: for apps, and for backends.
        .library(name: "VerifydAuth", targets: ["VerifydAuth"]),
        .library(name: "VerifydClient", targets: ["VerifydClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        // 7  The commands, for `verifyd` and for executables of others that know more kinds of gateway; and main.
        .executableTarget(name: "verifyd", dependencies: ["VerifydProgram"], swiftSettings: strict),
        module(
            "VerifydProgram",
            [
                "Assembly", "Bench", "Sandbox", "Verifications", "Accounts", "Operations", "Store", "Queue", "Gateways",
                "PhoneNumbers", "Languages", "VerificationCore", "Messages", "AccountCore", "GatewayKit", "AMQP",
                "PostgreSQL", "StrictJSON", "CProcess", "ArgumentParser", "UnixSignals",
            ],
            // Many threads that make and drop small things: about a tenth more requests per second than with glibc's malloc.
            linkerSettings: [.linkedLibrary("jemalloc")]),

        // 6  Settings and wiring; the only place that sees adapters and services together.
        module(
            "Assembly",
            [
                "VerificationAPI", "IdentityToolkit", "Dashboard", "Sandbox", "Verifications", "Accounts", "Operations",
                "Store", "Queue", "Gateways", "PhoneNumbers", "Languages", "HTTPService", "Telemetry",
                "VerificationCore", "Messages", "AccountCore", "GatewayKit", "AMQP", "PostgreSQL", "Connections",
                "StrictJSON", "CProcess", "CRevision", "Configuration", "Hummingbird", "Logging", "Metrics", "NIOCore",
                "ServiceLifecycle", "SystemPackage", "UnixSignals", "Yams",
            ]),
        // 6  `verifyd bench`: load, percentiles, counting, on an installation of its own.
        module(
            "Bench",
            [
                "Assembly", "Sandbox", "Store", "Queue", "Gateways", "PhoneNumbers", "VerificationCore", "Messages",
                "GatewayKit", "AMQP", "Connections", "StrictJSON", "CProcess", "DequeModule", "Histogram", "NIOCore",
                "NIOPosix", "ServiceLifecycle",
            ]),

        // 5  HTTP: read, call, answer; no rule in here.
        module(
            "VerificationAPI",
            [
                "Verifications", "Operations", "HTTPService", "VerificationCore", "StrictJSON", "HTTPTypes",
                "Hummingbird", "Logging", "Metrics", "NIOCore",
            ],
            resources: [.embedInCode("OpenAPI/openapi.json")]),
        // 5  The wire of Identity Toolkit: read, call, answer; no rule in here.
        module(
            "IdentityToolkit",
            [
                "Accounts", "Verifications", "HTTPService", "AccountCore", "VerificationCore", "Messages", "StrictJSON",
                "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Metrics", "NIOCore",
            ],
            resources: [
                .embedInCode("AppVerification/Resources/handler.css"),
                .embedInCode("AppVerification/Resources/handler.js"), .embedInCode("Texts/HandlerPage.xcstrings"),
            ]),
        // 5  The operators' pages, and what they show as JSON.
        module(
            "Dashboard",
            [
                "Operations", "HTTPService", "VerificationCore", "StrictJSON", "Crypto", "HTTPTypes", "Hummingbird",
                "Logging", "Mustache", "NIOCore",
            ],
            exclude: ["Assets/htmx-LICENSE.txt"],
            resources: [
                "account", "action", "app", "apps", "audit", "chart", "config", "countries", "country", "deadLetters",
                "events", "failure", "failures", "gateway", "gateways", "help", "incident", "incidents", "layout",
                "limitUses", "limits", "more", "overview", "problem", "proofs", "queues", "retryQueues", "rule",
                "rules", "securityKey", "sign", "signIn", "strip", "testNumbers", "verification", "verifications",
                "waiting", "windows", "workers",
            ].map { .embedInCode("Templates/\($0).mustache") }
                + ["dashboard.css", "dashboard.js", "htmx.js", "icon.svg", "securityKey.js"].map {
                    .embedInCode("Assets/\($0)")
                }),
        // 5  A provider on your own machine: inbox, ledger, and the protocols of real providers.
        module(
            "Sandbox",
            [
                "HTTPService", "VerificationCore", "GatewayKit", "SMPP", "StrictJSON", "AsyncHTTPClient", "Crypto",
                "DequeModule", "HTTPTypes", "HeapModule", "Hummingbird", "Logging", "Mustache", "NIOCore", "NIOHTTP1",
                "NIOPosix",
            ]),

        // 4  What happens to a verification, from its start to its events: use cases and the worker's five steps.
        module("Verifications", ["VerificationCore", "Messages", "DequeModule", "Logging", "ServiceLifecycle"]),
        // 4  People: sign-in, links, accounts, sessions, tokens.
        module(
            "Accounts",
            [
                "Verifications", "Operations", "AccountCore", "VerificationCore", "Messages", "StrictJSON", "Crypto",
                "CryptoExtras", "JWTKit", "SwiftASN1", "X509",
            ]),
        // 4  What operators see and do, by their roles and with a line of the audit.
        module(
            "Operations",
            ["AccountCore", "VerificationCore", "Messages", "StrictJSON", "Crypto", "CryptoExtras"]),

        // 3  The rows of everything above; every SQL text, once.
        module(
            "Store",
            [
                "AccountCore", "VerificationCore", "Messages", "PostgreSQL", "Connections", "StrictJSON", "DequeModule",
                "Logging",
            ]),
        // 3  Jobs as RabbitMQ messages: topology, retries, dead letters.
        module("Queue", ["VerificationCore", "AMQP", "Connections", "Logging"]),
        // 3  A folder per provider; the HTTP call that knows whether it left; the endpoints of apps.
        module(
            "Gateways",
            [
                "VerificationCore", "AccountCore", "GatewayKit", "SMPP", "Connections", "StrictJSON", "AsyncHTTPClient",
                "Crypto",
                "CryptoExtras", "DequeModule", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOTLS",
            ]),
        // 3  The world's numbering plan as data, and what judges numbers by it.
        module("PhoneNumbers", ["VerificationCore", "CNumberingPlan", "Crypto"]),
        // 3  ICU behind two ports: names of languages, matching, plural forms.
        module("Languages", ["Messages", "GatewayKit", "CLanguages"]),
        // 3  What every HTTP surface needs once: bodies, problems, limits, the server; probes and the operator's pages.
        module(
            "HTTPService",
            [
                "VerificationCore", "Connections", "StrictJSON", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                "HummingbirdTLS", "Logging", "Metrics", "NIOCore", "NIOHTTPTypes", "NIOPosix", "NIOSSL",
                "ServiceLifecycle",
            ]),
        // 3  Prometheus text, JSON logs, and spans with their export.
        module(
            "Telemetry",
            [
                "VerificationCore", "Connections", "StrictJSON", "AsyncHTTPClient", "CoreMetrics", "DequeModule",
                "Logging", "Metrics", "NIOCore", "NIOHTTP1",
            ]),

        // 2  Values, rules, ports; no I/O, no clock, no chance.
        module("VerificationCore", ["Messages", "GatewayKit", "StrictJSON", "Crypto", "CryptoExtras"]),
        // 2  Texts and their languages, written into a message; pure as the core, which names them in apps and requests.
        module("Messages", ["GatewayKit", "StrictJSON"], resources: [.embedInCode("Resources/Messages.xcstrings")]),
        // 2  Accounts, their tokens and the errors of their wire; no I/O, no clock, no chance.
        module("AccountCore", ["VerificationCore", "StrictJSON", "Crypto"]),
        // 2  The ports of a gateway and of a provider, and what their author needs; it imports nothing. The core imports it, and
        // exports it, so that who imports the core has a message, its outcome and its receipts.
        module("GatewayKit"),
        // 2  The client for apps, which sees Foundation and nothing else; the client for backends.
        module("VerifydAuth"),
        module("VerifydClient", ["Crypto"]),

        // 1  Protocols, without a word of the product: librabbitmq and libpq for Swift, SMPP 3.4 as an ESME.
        module("AMQP", ["Connections", "CRabbitMQ", "DequeModule"]),
        module("PostgreSQL", ["Connections", "CPostgreSQL", "DequeModule"]),
        module("SMPP", ["Connections", "DequeModule", "NIOCore", "NIOPosix", "NIOSSL"]),
        // 1  JSON as strict as a contract: one reader, one writer, limits on size and depth.
        module("StrictJSON"),
        // 1  What every connection to a server needs, whatever its protocol: loop, watchdog, socket, pauses.
        module("Connections", ["CEpoll", "HeapModule", "NIOSSL"]),

        // 0  C libraries of the system.
        .systemLibrary(name: "CRabbitMQ", pkgConfig: "librabbitmq", providers: [.apt(["librabbitmq-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CEpoll"),
        .target(name: "CRevision", cSettings: [.define("VERIFYD_REVISION", to: "\"\(revision)\"")]),
        // The bytes of the built-in plan; an array in Swift would take minutes to compile.
        .target(name: "CNumberingPlan", exclude: ["numbering-plan.txt"]),
        .target(name: "CLanguages", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),

        // Test support without a word of the product: a busy machine's time, the servers that the environment names.
        testSupport("TestSupport", ["NIOSSL"]),
        // Test support for gateways, here and outside this package: what each promises, and a stand-in for its provider.
        testSupport("GatewayConformance", ["GatewayKit", "TestSupport", "NIOCore", "NIOHTTP1", "NIOPosix"]),
        // Fakes, a manual clock, one conformance suite per port; the same for accounts.
        testSupport(
            "VerificationTesting",
            ["VerificationCore", "Messages", "StrictJSON", "GatewayConformance", "TestSupport", "Crypto"]),
        testSupport("AccountTesting", ["AccountCore", "VerificationCore", "StrictJSON", "VerificationTesting"]),

        tests("StrictJSONTests", ["StrictJSON", "VerificationTesting"]),
        // These two go with the clients into their packages, so they see the clients alone.
        tests("VerifydAuthTests", ["VerifydAuth"]),
        tests("VerifydClientTests", ["VerifydClient"]),
        tests("ConnectionsTests", ["Connections", "TestSupport"]),
        tests("AMQPTests", ["AMQP", "CRabbitMQ", "TestSupport"]),
        tests("PostgreSQLTests", ["PostgreSQL", "Connections", "CPostgreSQL", "TestSupport"]),
        tests("SMPPTests", ["SMPP", "Connections", "TestSupport", "NIOCore", "NIOPosix", "NIOSSL"]),
        tests("VerificationCoreTests", ["VerificationCore", "Messages", "StrictJSON", "VerificationTesting"]),
        tests("AccountCoreTests", ["AccountCore", "VerificationCore", "StrictJSON"]),
        tests(
            "StoreTests",
            [
                "Store", "AccountCore", "VerificationCore", "PostgreSQL", "StrictJSON", "VerificationTesting",
                "AccountTesting", "TestSupport", "InMemoryLogging", "Logging",
            ]),
        tests(
            "QueueTests",
            [
                "Queue", "VerificationCore", "AMQP", "StrictJSON", "VerificationTesting", "TestSupport",
                "InMemoryLogging", "Logging",
            ]),
        tests(
            "GatewaysTests",
            [
                "Gateways", "AccountCore", "VerificationCore", "SMPP", "Connections", "StrictJSON",
                "VerificationTesting", "GatewayConformance", "TestSupport", "Crypto", "CryptoExtras", "NIOCore",
                "NIOHTTP1", "NIOPosix", "NIOSSL",
            ]),
        tests("PhoneNumbersTests", ["PhoneNumbers", "VerificationCore", "StrictJSON", "VerificationTesting"]),
        tests(
            "LanguagesTests",
            [
                "Languages", "Messages", "VerificationCore", "GatewayKit", "CLanguages", "StrictJSON",
                "VerificationTesting",
            ]),
        tests(
            "HTTPServiceTests",
            [
                "HTTPService", "VerificationCore", "StrictJSON", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                "HummingbirdTesting", "InMemoryLogging", "Logging", "MetricsTestKit", "NIOCore", "NIOPosix",
                "ServiceLifecycle",
            ]),
        tests(
            "TelemetryTests",
            [
                "Telemetry", "VerificationCore", "GatewayKit", "Connections", "StrictJSON", "VerificationTesting",
                "GatewayConformance", "TestSupport", "CoreMetrics", "InMemoryLogging", "Logging", "MetricsTestKit",
            ]),
        tests(
            "VerificationsTests",
            [
                "Verifications", "Languages", "Gateways", "Telemetry", "VerificationCore", "Messages", "StrictJSON",
                "VerificationTesting", "GatewayConformance", "TestSupport", "InMemoryLogging", "Logging",
                "ServiceLifecycle",
            ]),
        tests(
            "AccountsTests",
            [
                "Accounts", "Verifications", "AccountCore", "VerificationCore", "StrictJSON", "AccountTesting",
                "VerificationTesting", "JWTKit", "X509",
            ]),
        tests(
            "OperationsTests",
            [
                "Operations", "AccountCore", "VerificationCore", "Messages", "StrictJSON", "AccountTesting",
                "VerificationTesting",
            ]),
        tests(
            "VerificationAPITests",
            [
                "VerificationAPI", "Verifications", "Operations", "HTTPService", "PhoneNumbers", "Telemetry",
                "VerificationCore", "Messages", "StrictJSON", "VerificationTesting", "HTTPTypes", "Hummingbird",
                "HummingbirdTesting", "InMemoryLogging", "Logging", "MetricsTestKit", "NIOCore",
            ]),
        tests(
            "IdentityToolkitTests",
            [
                "IdentityToolkit", "Accounts", "Verifications", "Operations", "Languages", "HTTPService", "Telemetry",
                "AccountCore", "VerificationCore", "Messages", "StrictJSON", "AccountTesting", "VerificationTesting",
                "HTTPTypes", "Hummingbird", "HummingbirdTesting", "JWTKit", "Logging", "MetricsTestKit", "NIOCore",
            ]),
        tests(
            "DashboardTests",
            [
                "Dashboard", "Operations", "AccountCore", "HTTPService", "VerificationCore", "StrictJSON",
                "AccountTesting", "VerificationTesting", "Crypto", "HTTPTypes", "Hummingbird", "HummingbirdTesting",
                "Logging", "NIOCore",
            ]),
        tests(
            "SandboxTests",
            [
                "Sandbox", "Gateways", "HTTPService", "VerificationCore", "SMPP", "StrictJSON", "VerificationTesting",
                "GatewayConformance", "TestSupport", "AsyncHTTPClient", "HTTPTypes", "Hummingbird",
                "HummingbirdTesting", "InMemoryLogging", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix",
            ]),
        tests(
            "AssemblyTests",
            [
                "Assembly", "Sandbox", "Verifications", "Operations", "Gateways", "AccountCore", "VerificationCore",
                "Messages", "GatewayKit", "Connections", "Logging",
            ]),
        tests(
            "BenchTests",
            [
                "Bench", "VerificationCore", "StrictJSON", "VerificationTesting", "Histogram", "NIOCore", "NIOPosix",
                "GatewayKit",
            ]),
        // What the adapters send and the numbering plan judges, before the eyes of programs and libraries that others
        // wrote; Python runs them.
        tests(
            "PeerTests",
            [
                "Gateways", "PhoneNumbers", "Telemetry", "VerificationCore", "SMPP", "Connections", "StrictJSON",
                "VerificationTesting", "GatewayConformance", "TestSupport", "Logging",
            ],
            exclude: ["Python"]),
        tests(
            "EndToEndTests",
            [
                "Assembly", "Operations", "Store", "Queue", "PhoneNumbers", "Telemetry", "VerificationCore", "AMQP",
                "PostgreSQL", "StrictJSON", "TestSupport", "VerifydAuth", "VerifydClient", "AsyncHTTPClient", "Crypto",
                "NIOCore", "NIOHTTP1", "NIOPosix",
            ],
            exclude: ["Python"]),
    ],
    cxxLanguageStandard: .cxx17
)
