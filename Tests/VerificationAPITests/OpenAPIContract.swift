import HTTPService
import HTTPTypes
import StrictJSON
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

/// The document that the API serves, as a judge of its answers.
struct OpenAPIContract {
    struct Operation: Hashable, CustomStringConvertible {
        let method: String
        let path: String

        var description: String { "\(method) \(path)" }
    }

    /// The document as it is built in; nil when it is no JSON.
    static let served = try? OpenAPIContract(OpenAPIDocument.json)

    /// What HTTP itself puts on an answer, and the media type, which is looked at apart.
    private static let ofTransport: Set<String> = ["content-type", "content-length", "connection", "date", "server"]

    let document: JSONValue
    let validator: SchemaValidator

    init(_ json: [UInt8]) throws {
        document = try JSONValue(parsing: json)
        validator = SchemaValidator(document: document)
    }

    var operations: Set<Operation> {
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
        let paths = document["paths"]?.object?.members ?? []
        return Set(
            paths.flatMap { path in
                methods.filter { path.value[$0] != nil }.map { Operation(method: $0.uppercased(), path: path.key) }
            })
    }

    func statuses(of operation: Operation) -> Set<Int> {
        Set(responses(of: operation)?.members.compactMap { Int($0.key) } ?? [])
    }

    /// The schemas of the bodies of each status; of a choice its parts.
    func answers(to operation: Operation) throws -> [(status: String, schemas: [JSONValue])] {
        try (responses(of: operation)?.members ?? []).map { response in
            let content = try validator.resolved(response.value)["content"]?.object?.members ?? []
            let schemas = content.compactMap { $0.value["schema"] }
            return (response.key, schemas.flatMap { ($0["oneOf"] ?? $0["anyOf"])?.array ?? [$0] })
        }
    }

    func schema(_ name: String) -> JSONValue? { document["components"]?["schemas"]?[name] }

    /// What the document does not say of an answer, or says otherwise.
    func findings(_ answer: APIAnswer, to method: HTTPRequest.Method, _ uri: String) throws -> [String] {
        let path = String(uri.prefix { $0 != "?" && $0 != "#" })
        let (name, response) = try response(answer.status, to: method, path)
        guard let response else { return ["\(name): status \(answer.status) is not described"] }
        let findings =
            try headerFindings(answer.headers, response)
            + (method == .head ? [] : bodyFindings(answer, response["content"]))
        return findings.map { "\(name) \(answer.status): \($0)" }
    }

    /// Paths and methods that are not in the document get the answers that it describes for all such.
    private func response(
        _ status: Int, to method: HTTPRequest.Method, _ path: String
    ) throws -> (name: String, JSONValue?) {
        let method = method == .head ? "GET" : method.rawValue
        let there = operations.filter { Route(.get, at: $0.path, to: LivenessPage()).matches(path) }
        if let operation = there.first(where: { $0.method == method }) {
            return (operation.description, try responses(of: operation)?[String(status)].map(validator.resolved))
        }
        // A test may add a route that fails.
        let name = status == 500 ? "InternalError" : there.isEmpty ? "RouteNotFound" : "MethodNotAllowed"
        return (name, document["components"]?["responses"]?[name])
    }

    private func responses(of operation: Operation) -> JSONObject? {
        document["paths"]?[operation.path]?[operation.method.lowercased()]?["responses"]?.object
    }

    private func headerFindings(_ given: HTTPFields, _ response: JSONValue) throws -> [String] {
        let described = try (response["headers"]?.object?.members ?? []).map {
            ($0.key, try validator.resolved($0.value))
        }
        let wrong = try described.flatMap { name, header in
            let values = HTTPField.Name(name).map { given[values: $0] } ?? []
            let isMissing = values.isEmpty && header["required"] == true
            return try (isMissing ? ["\(name) is missing"] : [])
                + values.flatMap { try validator.findings(.string($0), header["schema"] ?? true, at: name) }
        }
        let names = Set(described.map { $0.0.lowercased() }).union(Self.ofTransport)
        return wrong + given.map(\.name.canonicalName).filter { !names.contains($0) }.map { "\($0) is not described" }
    }

    private func bodyFindings(_ answer: APIAnswer, _ content: JSONValue?) throws -> [String] {
        if content == nil, answer.body.isEmpty { return [] }
        let type = (answer.headers[.contentType] ?? "").prefix { $0 != ";" }
        guard let schema = content?[String(type)]?["schema"] else { return ["\(type) is not described"] }
        guard type.hasSuffix("json") else { return [] }
        let body = try JSONValue(parsing: answer.body)
        return try validator.findings(body, schema) + validator.undescribed(body, schema)
    }
}
