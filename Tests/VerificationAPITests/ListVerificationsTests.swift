import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("GET /v1/verifications?phoneNumber=")
struct ListVerificationsTests {
    private static let path = "/v1/verifications?phoneNumber=%2B14155552123"

    private static func ids(_ answer: APIAnswer) -> [VerificationID] {
        answer["verifications"]?.array?.compactMap { $0["verificationId"]?.string.flatMap { VerificationID($0) } } ?? []
    }

    @Test("shows a phone's verifications, newest first and page by page, to its own app's admin key")
    func pages() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            var ids: [VerificationID] = []
            for _ in 0..<5 {
                let id = try await fixture.started(api)
                ids.append(id)
                _ = try await api.cancel(id)
                fixture.clock.advance(by: .seconds(7_200))
            }
            _ = try await fixture.started(api, phone: "+14155552124")
            #expect(Self.ids(try await api.get(Self.path)) == ids.reversed())
            var pages: [[VerificationID]] = []
            var token = ""
            while pages.count < 4 {
                let page = try await api.get(Self.path + "&pageSize=2" + token)
                pages.append(Self.ids(page))
                guard let next = page.text("nextPageToken") else { break }
                token = "&pageToken=" + next
            }
            #expect(pages == [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]])
            #expect(Self.ids(try await api.get(Self.path, key: APIFixture.otherKey)).isEmpty)
            #expect(try await api.get(Self.path, key: APIFixture.sendingKey).problem == "insufficient-scope")
            #expect(try await api.get(Self.path)["verifications"]?.array?.first?["status"] == "canceled")
        }
    }

    @Test(
        "refuses what it cannot read, by its name",
        arguments: [
            ("/v1/verifications", "phoneNumber"), ("/v1/verifications?phoneNumber=415", "phoneNumber"),
            (path + "&pageSize=0", "pageSize"), (path + "&pageSize=101", "pageSize"),
            (path + "&pageSize=ten", "pageSize"), (path + "&pageToken=1", "pageToken"),
        ])
    func refused(path: String, param: String) async throws {
        let answer = try await APIFixture().serve { try await $0.get(path) }
        #expect(answer.status == 400 && answer.text("param") == param)
    }
}
