import HTTPTypes
import Testing

@testable import HTTPService

@Suite("The text of a field")
struct FieldTextTests {
    private let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.contentType] = "application/json"
        fields[values: .accept] = ["text/html", "", "a, b"]
        fields.append(HTTPField(name: .known("PREFER"), value: "wait=3"))
        fields.append(HTTPField(name: .authorization, value: "Bearer a"))
        fields.append(HTTPField(name: .known("prefer"), value: "respond-async"))
        fields.append(HTTPField(name: .known("X-Empty"), value: ""))
        return fields
    }()

    @Test(
        "is what the subscript gives, for a field that is missing, empty, there once, or repeated in any case",
        arguments: ["Content-Type", "accept", "Prefer", "AUTHORIZATION", "X-Empty", "X-Missing"])
    func sameAsSubscript(name: String) {
        #expect(fields.text(of: .known(name)) == fields[.known(name)])
    }

    @Test("of a repeated field is all of its values, so that a second value cannot hide behind the first")
    func repeated() {
        #expect(fields.text(of: .known("Prefer")) == "wait=3, respond-async")
        #expect(fields.text(of: .authorization) == "Bearer a")
    }
}
