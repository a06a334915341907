import AccountCore
import AsyncHTTPClient
import Connections
import NIOCore
import NIOHTTP1
import NIOSSL
import StrictJSON
import Synchronization
import VerificationCore

/// Apple's push service, over HTTP/2.
package final class APNs: PushSender {
    /// Where the service is: host names, each with a port where it is not 443.
    package struct Hosts: Sendable {
        package let production: String
        package let sandbox: String

        package init(production: String, sandbox: String) { (self.production, self.sandbox) = (production, sandbox) }
    }

    private struct Line {
        var client: HTTPClient
        /// How many pushes in a row got no answer.
        var silent = 0
    }

    private static let mostBodyBytes = 4_096
    /// For how long Apple keeps a push for a device that is offline: a late secret serves the app's next call.
    private static let keeping: Int64 = 3_600
    /// A connection that lost its way, for example in a firewall, takes pushes and gives no answers.
    private static let mostSilent = 3

    private let token: APNsToken
    private let hosts: Hosts
    private let way: HTTPWay
    private let now: @Sendable () -> Timestamp
    private let line: Mutex<Line>

    /// Connects with the first push.
    ///
    /// - Parameters:
    ///   - key: of the team whose apps get pushes.
    ///   - hosts: where the service is.
    ///   - way: how calls get there.
    ///   - now: the time, which Apple compares with its own.
    package init(_ key: APNsKey, at hosts: Hosts, by way: HTTPWay, now: @escaping @Sendable () -> Timestamp) {
        (token, self.hosts, self.way, self.now) = (APNsToken(key), hosts, way, now)
        line = Mutex(Line(client: Self.client(way)))
    }

    package func send(_ push: SilentPush, within limit: Duration) async -> PushOutcome {
        let deadline = NIODeadline.now() + TimeAmount(limit)
        guard let token = token.text(at: now()) else { return .refused("no token can be made") }
        let first = await post(push, with: token, until: deadline)
        guard case .answered(let answer) = first, answer.asksForNewToken,
            let newer = self.token.text(insteadOf: token, at: now())
        else { return first.outcome }
        return await post(push, with: newer, until: deadline).outcome
    }

    private func post(_ push: SilentPush, with token: String, until deadline: NIODeadline) async -> Posted {
        var request = HTTPClientRequest(
            url: "https://\(push.isSandbox ? hosts.sandbox : hosts.production)/3/device/\(push.device.text)")
        request.method = .POST
        request.headers = [
            "authorization": "bearer \(token)", "apns-topic": push.bundle, "apns-push-type": "background",
            "apns-priority": "5", "apns-expiration": "\(now().unixSeconds + Self.keeping)",
            "content-type": "application/json", "user-agent": "verifyd",
        ]
        request.body = .bytes(ByteBuffer(bytes: push.document))
        let client = line.withLock { $0.client }
        do {
            let response = try await client.execute(request, deadline: deadline)
            line.withLock { $0.silent = 0 }
            guard response.version.major == 2 else { return .unanswered("no HTTP/2") }
            let body = await Self.body(of: response, until: deadline)
            return .answered(PushAnswer(status: Int(response.status.code), body: body))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            noteSilence(of: client)
            return .unanswered("no answer in time")
        } catch is NIOSSLError {
            return .unanswered("no TLS with a trusted certificate")
        } catch {
            // Its words may hold the URL, and so the device.
            return .unanswered("not connected")
        }
    }

    /// Empty where the body breaks off, is too long or does not end in time.
    ///
    /// The deadline of the client's call ends with the status, so the body needs its own.
    private static func body(of response: HTTPClientResponse, until deadline: NIODeadline) async -> [UInt8] {
        await withTaskGroup(of: [UInt8].self) { group in
            group.addTask {
                // The status has said most.
                let body = try? await response.body.collect(upTo: mostBodyBytes)
                return body.map { Array($0.readableBytesView) } ?? []
            }
            group.addTask {
                // Cancelled: the body has come in time.
                try? await Task.sleep(for: Duration(max(deadline - .now(), .zero)))
                return []
            }
            defer { group.cancelAll() }
            return await group.next() ?? []
        }
    }

    /// Begins with a new connection where the present one seems dead.
    private func noteSilence(of client: HTTPClient) {
        let dead: HTTPClient? = line.withLock { line in
            guard line.client === client else { return nil }
            line.silent += 1
            guard line.silent >= Self.mostSilent else { return nil }
            line = Line(client: Self.client(way))
            return client
        }
        dead?.shutdown { _ in }
    }

    private static func client(_ way: HTTPWay) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        // HTTP/2 where the server has it, and one connection carries all pushes. The client has no way to insist on it.
        configuration.httpVersion = .automatic
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        // An outage shall show at once; the queue tries again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = way.trust.configuration
        configuration.proxy = way.proxy.map {
            .server(
                host: $0.host, port: $0.port, authorization: $0.credentials.map { .basic(credentials: $0) })
        }
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: configuration)
    }

    /// AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        line.withLock { $0.client }.shutdown { _ in }
    }
}

/// What a try came to.
private enum Posted {
    case answered(PushAnswer)
    case unanswered(String)

    var outcome: PushOutcome {
        switch self {
        case .answered(let answer): answer.outcome
        case .unanswered(let reason): .busy(reason)
        }
    }
}

extension SilentPush {
    /// The body, in the form that Firebase's SDK looks for.
    fileprivate var document: [UInt8] {
        let body: JSONValue = [
            "aps": ["content-available": 1],
            "com.google.firebase.auth": ["receipt": .string(receipt), "secret": .string(secret)],
        ]
        return Array(body.serialized)
    }
}
