import Foundation
import HTTPService
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

/// That the answers themselves are as described is looked at in `APIClient`, for every answer to every test.
@Suite("GET /openapi.json")
struct OpenAPIDocumentTests {
    private let contract: OpenAPIContract

    init() throws {
        contract = try OpenAPIContract(OpenAPIDocument.json)
    }

    @Test("is served to everybody")
    func served() async throws {
        let answer = try await APIFixture().serve { try await $0.get("/openapi.json", key: nil) }
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.text("openapi") == "3.1.1")
        #expect(answer["info"]?["version"] == "1")
    }

    @Test("describes exactly the routes that there are")
    func routes() throws {
        let routes = try APIFixture().surface().routes.map {
            OpenAPIContract.Operation(method: $0.method.rawValue, path: $0.path)
        }
        #expect(contract.operations == Set(routes))
    }

    @Test("gives every operation a name of its own and a sentence, and a key exactly where one is asked for")
    func operations() async throws {
        let operations = try contract.operations.map { operation in
            try #require(contract.document["paths"]?[operation.path]?[operation.method.lowercased()])
        }
        #expect(Set(operations.compactMap { $0["operationId"]?.string }).count == operations.count)
        #expect(operations.allSatisfy { $0["summary"]?.string?.isEmpty == false })
        try await APIFixture().serve { api in
            for operation in contract.operations {
                let method = try #require(HTTPRequest.Method(operation.method))
                let path = operation.path.replacing("{id}", with: "1")
                let isRefused = try await api.call(method, path, nil, nil).status == 401
                let security = contract.document["paths"]?[operation.path]?[operation.method.lowercased()]?["security"]
                #expect(isRefused == (security == nil), "\(operation)")
                #expect(isRefused == contract.statuses(of: operation).contains(401), "\(operation)")
            }
        }
    }

    @Test("names every code of a problem, under its status and no other, and none besides")
    func codes() throws {
        var described: Set<ProblemKind> = []
        collectProblems(in: contract.document, into: &described)
        let written = try ProblemKind.inTheSources()
        #expect(described == written)
        // This one has whatever status HTTP itself gave, so no answer of its own.
        #expect(contract.document["info"]?["description"]?.string?.contains("`request-failed`") == true)
    }

    @Test("has every status number of an answer in its body too")
    func problemStatuses() throws {
        for operation in contract.operations {
            for (status, schemas) in try contract.answers(to: operation) {
                var described: Set<ProblemKind> = []
                for schema in schemas { collectProblems(in: try contract.validator.resolved(schema), into: &described) }
                #expect(described.allSatisfy { String($0.status) == status }, "\(operation)")
            }
        }
    }

    @Test("describes every answer by the name of a schema, and several by what tells them apart, as generators need it")
    func named() throws {
        for operation in contract.operations {
            for (status, schemas) in try contract.answers(to: operation) {
                #expect(schemas.allSatisfy { $0["$ref"] != nil || $0["type"] == "string" }, "\(operation) \(status)")
            }
        }
        expectGeneratable(contract.document)
    }

    /// Generators leave out what is put together of parts, and a word that has no type.
    private func expectGeneratable(_ value: JSONValue) {
        #expect(value["allOf"] == nil && value["const"] == nil)
        if value["enum"]?.array != nil { #expect(value["type"] != nil) }
        if let choices = value["oneOf"]?.array {
            let mapped = value["discriminator"]?["mapping"]?.object?.members.compactMap(\.value.string) ?? []
            #expect(Set(mapped) == Set(choices.compactMap { $0["$ref"]?.string }))
        }
        for member in value.object?.members ?? [] { expectGeneratable(member.value) }
        for element in value.array ?? [] { expectGeneratable(element) }
    }

    @Test("names the words that the program has, and no others")
    func words() {
        #expect(Set(words("VerificationStatus")) == Set(VerificationStatus.allCases.map(\.rawValue)))
        #expect(Set(words("MessageStatus")) == Set(MessageStatus.allCases.map(\.rawValue)))
        #expect(Set(words("Limit")) == Set(LimitReached.Limit.allCases.map(\.rawValue)))
        #expect(Set(words("RefusalReason")) == Set(RefusalReason.allCases.map(\.rawValue)))
        #expect(Set(words("Scenario")) == Set(TestNumber.Scenario.allCases.map(\.rawValue)))
        #expect(words("TestNumberRequest", "scenario") == words("Scenario"))
        // A conflict leads to no verification that could be shown.
        #expect(Set(words("RequestOutcome") + ["conflict"]) == Set(NewRequest.Outcome.allCases.map(\.rawValue)))
    }

    @Test(
        "names the members that a body may have, and no others",
        arguments: [
            ("VerificationRequest", "Sources/VerificationCore/Requests/RequestForm.swift"),
            ("TestNumberRequest", "Sources/VerificationCore/TestNumbers/TestNumberForm.swift"),
        ])
    func members(schema: String, file: String) throws {
        let described = contract.schema(schema)?["properties"]?.object?.members.map(\.key) ?? []
        #expect(Set(described) == Set(try ProblemKind.membersRead(in: file) + ["phoneNumber"]))
    }

    @Test("has examples that are as its schemas say")
    func examples() throws {
        let schemas = try #require(contract.document["components"]?["schemas"]?.object)
        var count = 0
        for schema in schemas.members {
            for example in schema.value["examples"]?.array ?? [] {
                #expect(try contract.validator.findings(example, schema.value) == [], "\(schema.key)")
                count += 1
            }
        }
        #expect(count >= 5)
    }

    @Test("has no reference that leads nowhere, and no part that nothing refers to")
    func references() throws {
        let text = String(decoding: OpenAPIDocument.json, as: UTF8.self)
        let pointers = Set(text.matches(of: #/"\$ref": "([^"]+)"/#).map { String($0.1) })
        for pointer in pointers {
            #expect(throws: Never.self) {
                try contract.validator.resolved(.object(JSONObject([.init(key: "$ref", value: .string(pointer))])))
            }
        }
        // These two are for whatever the document has no operation for.
        let loose: Set = ["#/components/responses/MethodNotAllowed", "#/components/responses/RouteNotFound"]
        for kind in ["parameters", "headers", "links", "responses", "schemas"] {
            let parts = contract.document["components"]?[kind]?.object?.members.map { "#/components/\(kind)/\($0.key)" }
            #expect(Set(parts ?? []).subtracting(pointers).subtracting(loose) == [])
        }
    }

    private func words(_ schema: String, _ property: String? = nil) -> [String] {
        let schema = contract.schema(schema)
        let described = property.map { schema?["properties"]?[$0] } ?? schema
        return described?["enum"]?.array?.compactMap(\.string) ?? []
    }

    /// Every pair of a fixed status and the codes that go with it.
    private func collectProblems(in value: JSONValue, into found: inout Set<ProblemKind>) {
        let properties = value["properties"]
        if let status = properties?["status"]?["enum"]?.array?.first?.integer,
            let codes = properties?["code"]?["enum"]?.array
        {
            found.formUnion(codes.compactMap(\.string).map { ProblemKind(status: Int(status), code: $0) })
        }
        for member in value.object?.members ?? [] { collectProblems(in: member.value, into: &found) }
        for element in value.array ?? [] { collectProblems(in: element, into: &found) }
    }
}
