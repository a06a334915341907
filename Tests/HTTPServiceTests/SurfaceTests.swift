import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

@testable import HTTPService

@Suite("What every answer of a surface has")
struct SurfaceTests {
    @Test("an unknown path is a 404 problem", arguments: ["/", "/thing", "/things/1/2"])
    func unknownPath(path: String) async throws {
        let answer = try await SurfaceFixture().serve { try await $0.get(path) }
        #expect(answer.status == .notFound && answer.problem == "route-not-found")
    }

    @Test(
        "a wrong method is a 405 problem that lists the right ones",
        arguments: [
            ("DELETE", "/things", "GET, POST, HEAD"), ("GET", "/bytes", "POST"), ("PUT", "/things/1", "GET, HEAD"),
            ("PROPFIND", "/livez", "GET, HEAD"),
        ] as [(String, String, String)])
    func wrongMethod(method: String, path: String, allowed: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await SurfaceFixture().serve { try await $0.execute(uri: path, method: method) }
        #expect(answer.status == .methodNotAllowed && answer.problem == "method-not-allowed")
        #expect(answer.headers[.allow] == allowed)
    }

    @Test("HEAD is GET without a body, for problems too")
    func head() async throws {
        try await SurfaceFixture().serve { client in
            for path in ["/livez", "/nowhere"] {
                let answer = try await client.execute(uri: path, method: .head)
                let full = try await client.get(path)
                #expect(answer.body.readableBytes == 0)
                #expect(answer.status == full.status)
                #expect(answer.headers[.contentLength] == full.headers[.contentLength])
            }
        }
    }

    @Test("an error that nobody foresaw is a 500 problem that tells nothing, logged once")
    func surprise() async throws {
        let fixture = SurfaceFixture()
        let answer = try await fixture.serve { try await $0.get("/surprise") }
        #expect(answer.status == .internalServerError && answer.problem == "internal-error")
        let logged = fixture.logs.entries.filter { $0.level == .error }
        #expect(logged.count == 1)
        #expect("\(logged)".contains("Surprise"))
        #expect(!"\(logged)\(answer.text)".contains("4155550123"))
    }

    @Test("an error that the surface knows is the surface's problem; what the log may say is said there alone")
    func ownProblem() async throws {
        let conflict = SurfaceFixture { surface in
            surface.ownProblem = {
                $0 is SurfaceFixture.Surprise ? Problem(.conflict, code: "own", detail: "Known.") : nil
            }
        }
        #expect(try await conflict.serve { try await $0.get("/surprise") }.problem == "own")
        #expect(conflict.logs.entries.allSatisfy { $0.level == .debug })
        let ours = SurfaceFixture { surface in
            surface.ownProblem = { _ in
                var problem = Problem.internalError
                problem.logged = "no such table"
                return problem
            }
        }
        let answer = try await ours.serve { try await $0.get("/surprise") }
        #expect(answer.status == .internalServerError && !answer.text.contains("table"))
        #expect("\(ours.logs.entries)".contains("no such table"))
    }

    @Test("caches store nothing, and the surface's own fields are on errors too")
    func fields() async throws {
        let fixture = SurfaceFixture { $0.headers = [.xContentTypeOptions: "nosniff"] }
        try await fixture.serve { client in
            for path in ["/things", "/nowhere", "/surprise"] {
                let answer = try await client.get(path)
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test("a guard refuses a call before anything of it is done, and what it throws is a problem")
    func guards() async throws {
        struct NoPosts: RouterMiddleware {
            func handle(
                _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
            ) async throws -> Response {
                guard request.method != .post else { throw Problem(.forbidden, code: "no-posts", detail: "Not here.") }
                return try await next(request, context)
            }
        }
        let fixture = SurfaceFixture { $0.guards = [NoPosts()] }
        try await fixture.serve { client in
            let refused = try await client.post("/things", "{}")
            #expect(refused.status == .forbidden && refused.problem == "no-posts")
            #expect(refused.headers[.requestID] != nil)
            #expect(try await client.get("/things").status == .ok)
        }
        #expect(fixture.things == 0)
    }

    @Test("a sane request id comes back as it was, any other is replaced")
    func requestID() async throws {
        try await SurfaceFixture().serve { client in
            #expect(try await client.get("/livez", [.requestID: "job-7.a_B"]).headers[.requestID] == "job-7.a_B")
            #expect(try await client.get("/livez", [.xRequestID: "job-8"]).headers[.requestID] == "job-8")
            for bad in ["", "a b", "a\"b", "é", String(repeating: "a", count: 65)] {
                let given = try #require(try await client.get("/livez", [.requestID: bad]).headers[.requestID])
                #expect(given != bad)
                #expect(given.utf8.count >= 16)
            }
            let first = try await client.get("/livez").headers[.requestID]
            #expect(try await client.get("/livez").headers[.requestID] != first)
        }
    }

    @Test("field names are the ones that are meant")
    func fieldNames() {
        let names: [HTTPField.Name] = [.requestID, .xRequestID, .known("Prefer")]
        #expect(names.map(\.rawName) == ["Request-Id", "X-Request-Id", "Prefer"])
    }

    @Test("metrics count by route template, method and status, whatever callers make up")
    func metrics() async throws {
        let fixture = SurfaceFixture()
        let made = try #require(HTTPRequest.Method("MADEUP"))
        try await fixture.serve { client in
            _ = try await client.get("/things/1")
            _ = try await client.get("/things/2")
            _ = try await client.post("/things", "[]")
            for path in ["/a", "/b", "/c"] { _ = try await client.execute(uri: path, method: made) }
        }
        let counters = fixture.metrics.counters(label: "http_server_requests_total")
        #expect(
            Set(counters.map { $0.dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: " ") }) == [
                "route=/things/{id} method=GET status=200", "route=/things method=POST status=400",
                "route=NotFound method=other status=404",
            ])
        #expect(counters.map(\.totalValue).sorted() == [1, 2, 3])
        #expect(fixture.metrics.timers(label: "http_server_request_duration_seconds").count == 3)
    }

    @Test("a call whose path has no route goes to the route that it means, under that route's name")
    func meantPath() async throws {
        let fixture = SurfaceFixture { surface in
            surface.meantPath = { $0.authority == "things.example:8443" ? "/things" + $0.path : nil }
            surface.ownProblem = {
                $0 is SurfaceFixture.Surprise ? Problem(.conflict, code: "own", detail: "Known.") : nil
            }
        }
        try await fixture.serve { client in
            #expect(try await client.get("http://things.example:8443/7?a=b").status == .ok)
            #expect(try await client.execute(uri: "http://things.example:8443/7", method: .head).status == .ok)
            #expect(try await client.get("http://things.example:8443/surprise").problem == "own", "its own route wins")
            for unmeant in [
                "http://other.example:8443/7", "http://things.example/7", "http://things.example:8443/7/8", "/7",
            ] {
                let answer = try await client.get(unmeant)
                #expect(answer.problem == "route-not-found", "\(unmeant)")
            }
        }
        let counters = fixture.metrics.counters(label: "http_server_requests_total")
        let routes = Set(counters.flatMap { $0.dimensions.filter { $0.0 == "route" }.map(\.1) })
        #expect(routes == ["/things/{id}", "/surprise", "NotFound"])
    }

    @Test("above debug level a good request logs nothing")
    func quiet() async throws {
        let fixture = SurfaceFixture(logLevel: .info)
        _ = try await fixture.serve { try await $0.get("/things") }
        #expect(fixture.logs.entries.isEmpty)
    }
}
