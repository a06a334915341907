import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import StrictJSON
import TestSupport
import Testing

/// A browser's calls to the dashboard, without the browser: it follows no redirect, and shows a cookie or none.
struct DashboardCaller: Sendable {
    struct Answer: Sendable, CustomStringConvertible {
        let status: Int
        fileprivate let headers: HTTPHeaders
        let body: String
        let took: Duration

        var description: String { "\(status) \(location)" }

        /// The cookies that it sets.
        var cookies: [String] { headers["set-cookie"] }
        /// Where a redirect leads; empty without a redirect.
        var location: String { headers.first(name: "location") ?? "" }
        var type: String { headers.first(name: "content-type") ?? "" }
        func header(_ name: String) -> String? { headers.first(name: name) }

        var json: JSONValue? { try? JSONValue(parsing: Array(body.utf8)) }

        /// Whether the dashboard wants this caller to sign in.
        var wantsSignIn: Bool { status == 303 && location.contains("/sign-in?") || status == 401 }
    }

    /// With the path below which the pages are.
    let base: String
    let client: HTTPClient
    /// The value of the header `Cookie`.
    var cookie: String?

    /// Lends a caller that is not signed in; its connections end with the body.
    static func with<Value>(
        _ base: String, _ body: (DashboardCaller) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        return try await withCleanUp {
            try await body(DashboardCaller(base: base, client: client))
        } cleanUp: {
            try await client.shutdown()
        }
    }

    /// The same caller at another process or by way of a proxy.
    func at(_ base: String) -> DashboardCaller { DashboardCaller(base: base, client: client, cookie: cookie) }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    /// Sends a form as a page of the dashboard does, unless `headers` say otherwise.
    func post(
        _ path: String, _ form: String = "", _ headers: [String: String] = ["sec-fetch-site": "same-origin"]
    ) async throws -> Answer {
        try await send(
            "POST", path, headers: headers.merging(["content-type": "application/x-www-form-urlencoded"]) { $1 },
            body: form)
    }

    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: "accept", value: "text/html,*/*")
        if let cookie { request.headers.add(name: "cookie", value: cookie) }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(90))
        let bytes = try await response.body.collect(upTo: 8_388_608)
        return Answer(
            status: Int(response.status.code), headers: response.headers, body: String(buffer: bytes),
            took: .now - start)
    }

    /// What the dashboard says to the right password; `to`: where the person wanted to go, as a form writes it.
    func signIn(_ name: String, to: String = "") async throws -> Answer {
        let form = "name=\(name)&password=\(Site.operatorPassword)&to=\(to)"
        var answer = try await post("/sign-in", form)
        try await eventually("the process has read the operators") {
            if answer.status == 503 { answer = try await post("/sign-in", form) }
            return answer.status != 503
        }
        return answer
    }

    /// A caller that has signed in; make the operator before the process, which needs two seconds to hear of a new operator.
    func signedIn(_ name: String) async throws -> DashboardCaller {
        let answer = try await signIn(name)
        try #require(answer.status == 303, "\(name) may not sign in: \(answer.status)")
        var signedIn = self
        signedIn.cookie = answer.headers["set-cookie"].first?.split(separator: ";").first.map(String.init)
        return signedIn
    }
}
