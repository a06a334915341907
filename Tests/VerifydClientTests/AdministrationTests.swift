import Foundation
import Testing
import VerifydClient

@Suite("lists, erasures and test numbers")
struct AdministrationTests {
    private func page(_ ids: [String], next: String? = nil) -> StandIn.Reply {
        let members = ids.map { #"{"verificationId": "\#($0)", "requestId": "\#($0)", "status": "expired"}"# }
        let token = next.map { #", "nextPageToken": "\#($0)""# } ?? ""
        return .json(200, #"{"verifications": [\#(members.joined(separator: ","))]\#(token)}"#)
    }

    @Test("reads page after page, and writes the number so that it stays one")
    func pages() async throws {
        let server = StandIn(page(["a", "b"], next: "b"), page([], next: "c"), .page, page(["d"]))
        var ids: [String] = []
        for try await verification in try server.client().verifications(of: "+49 151&x=1") {
            ids.append(verification.id)
        }
        #expect(ids == ["a", "b", "d"])
        let queries = server.requests.map { $0.url.query ?? "" }
        #expect(queries.first == "phoneNumber=%2B49%20151%26x%3D1&pageSize=20")
        #expect(queries.last?.hasSuffix("&pageToken=c") == true)
    }

    @Test("adds, lists and removes test numbers; one that is gone is no error")
    func testNumbers() async throws {
        let number =
            #"{"id": "\#(id)", "phoneNumber": "+14155550123", "scenario": "late", "expiresAt": "2030-01-01T00:00:00.000Z"}"#
        let server = StandIn(
            .json(201, number), .json(200, #"{"testNumbers": [\#(number)], "switchedOff": true}"#), .json(204, ""),
            .problem(404, "test-number-not-found"))
        let client = try server.client()
        let end = Date(timeIntervalSince1970: 1_893_456_000)
        let added = try await client.addTestNumber("+14155550123", code: "123456", scenario: "late", expiresAt: end)
        #expect(added.scenario == "late" && added.expiresAt == end && !"\(added)".contains("0123"))
        let body = try JSONDecoder().decode([String: String].self, from: try #require(server.requests.first?.body))
        #expect(body["expiresAt"] == "2030-01-01T00:00:00.000Z" && body["code"] == "123456")
        let list = try await client.testNumbers()
        #expect(list.testNumbers == [added] && list.isSwitchedOff)
        try await client.removeTestNumber(added.id)
        try await client.removeTestNumber(added.id)
        #expect(server.requests.map(\.method) == ["POST", "GET", "DELETE", "DELETE"])
    }

    @Test("erases, and says how much")
    func erasure() async throws {
        let server = StandIn(.silence, .json(200, #"{"erasedVerifications": 3}"#))
        #expect(try await server.client().erase(phoneNumber: "+4915112345678") == 3)
    }
}
