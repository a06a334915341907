import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import StrictJSON
import TestSupport
import Testing

/// The backend of the article about Firebase, as a process of this test, without a way to the internet.
final class PhoneBridge: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: JSONValue

        subscript(member: String) -> String? { body[member]?.string }
    }

    /// The file that the article shows.
    static var script: URL {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return folder.appending(path: "Python/phone_bridge.py")
    }

    private let base: String
    private let client: HTTPClient
    private let process: Process
    private let output: LogPipe
    private let written = Watched([UInt8]())

    /// - Parameters:
    ///   - api: verifyd's native API, with a key of scope `send`.
    ///   - secret: names the people.
    ///   - account: the file of a service account.
    /// - Throws: what keeps it from starting.
    init(at api: APICaller, secret: String, account: String) throws {
        let port = try ReservedPort()
        (base, client, output) = ("http://127.0.0.1:\(port.port)", api.client, LogPipe())
        process = Process()
        process.executableURL = URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON"))
        process.arguments = ["-B", Self.script.path]
        process.environment = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "VERIFYD_URL": api.base, "VERIFYD_KEY": api.key,
            "UID_SECRET": secret, "SERVICE_ACCOUNT": account, "PORT": "\(port.port)",
            // Whatever leaves this machine finds nobody.
            "HTTPS_PROXY": "http://127.0.0.1:1",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.writing
        process.standardError = output.writing
        close(port.takeDescriptor())
        try process.run()
        let written = self.written
        try output.follow { data in written.change { $0.append(contentsOf: data) } }
    }

    deinit { process.terminate() }

    /// What it has logged.
    var log: String { String(decoding: written.value, as: UTF8.self) }

    /// Waits until it takes calls.
    func listens() async throws {
        _ = try await written.wait(for: "the backend listens") {
            String(decoding: $0, as: UTF8.self).contains("Running on")
        }
    }

    /// Sends what an app sends; `key`: by which the app may repeat the call.
    func post(_ path: String, _ members: [String: JSONValue], key: String? = nil) async throws -> Answer {
        let body = JSONObject(members.map { .init(key: $0.key, value: $0.value) })
        return try await post(path, text: String(decoding: JSONValue.object(body).serialized, as: UTF8.self), key: key)
    }

    func post(_ path: String, text: String, key: String? = nil) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        if let key { request.headers.add(name: "idempotency-key", value: key) }
        request.body = .bytes(ByteBuffer(string: text))
        let response = try await client.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 65_536)
        return Answer(status: Int(response.status.code), body: try JSONValue(parsing: bytes.readableBytesView))
    }
}
