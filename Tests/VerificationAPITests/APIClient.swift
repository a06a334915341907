import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore

@testable import VerificationAPI

/// A backend that calls the API.
struct APIClient: Sendable {
    let client: any TestClientProtocol

    func post(
        _ path: String, _ body: String? = nil, key: String? = APIFixture.key, _ headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        try await post(path, bytes: body.map { Array($0.utf8) }, key: key, headers)
    }

    func post(
        _ path: String, bytes: [UInt8]?, key: String? = APIFixture.key, _ headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        var headers = headers
        if bytes != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await call(.post, path, bytes, key, headers)
    }

    func get(
        _ path: String, key: String? = APIFixture.key, _ headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        try await call(.get, path, nil, key, headers)
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil, _ key: String? = APIFixture.key,
        _ headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        var headers = headers
        if let key { headers[.authorization] = "Bearer \(key)" }
        let response = try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
        let answer = APIAnswer(
            status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
        // Whatever a test asks for, the answer has to be one that the document describes.
        let contract = try #require(OpenAPIContract.served, "the document is JSON")
        let findings = try contract.findings(answer, to: method, path)
        #expect(findings == [])
        return answer
    }

    func start(_ phone: String, prefer: String? = nil) async throws -> APIAnswer {
        var headers: HTTPFields = [:]
        headers[.prefer] = prefer
        return try await post("/v1/verifications", #"{"phoneNumber":"\#(phone)"}"#, headers)
    }

    func check(_ id: VerificationID, _ code: String) async throws -> APIAnswer {
        try await post("/v1/verifications/\(id)/checks", #"{"code":"\#(code)"}"#)
    }

    func cancel(_ id: VerificationID) async throws -> APIAnswer {
        try await post("/v1/verifications/\(id)/cancel")
    }
}

/// What came back.
struct APIAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    /// The member of the body, which must be a JSON object.
    subscript(member: String) -> JSONValue? {
        (try? JSONValue(parsing: body))?.object?[member]
    }

    func text(_ member: String) -> String? { self[member]?.string }

    var id: VerificationID? { text("verificationId").flatMap(VerificationID.init) }

    /// A problem's code; nil when the answer is none.
    var problem: String? {
        guard headers[.contentType] == "application/problem+json", self["status"] == .integer(Int64(status)) else {
            return nil
        }
        return text("code")
    }
}
