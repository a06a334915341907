import AccountCore
import HTTPTypes
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("accounts:batchGet and accounts:query")
struct ListAccountsTests {
    private func fixture(_ mode: IdentityModeName = .emulator, count: Int = 25) throws -> IdentityFixture {
        let fixture = try IdentityFixture(mode.mode)
        for number in 0..<count { try fixture.account("u\(100 + number)") }
        try fixture.account("of-the-other", in: fixture.other)
        return fixture
    }

    private func ids(_ answer: WireAnswer, _ member: String = "users") -> [String]? {
        answer[member]?.array?.compactMap { $0["localId"]?.string }
    }

    @Test("pages of twenty accounts in the order of their ids; a full page names the next, also where nothing follows")
    func pages() async throws {
        try await fixture(.production).serve { api in
            let first = try await api.get("/accounts:batchGet")
            #expect(first.text("kind") == "identitytoolkit#DownloadAccountResponse")
            #expect(ids(first)?.count == 20 && first.text("nextPageToken") == "u119")
            let second = try await api.get("/accounts:batchGet?maxResults=5&nextPageToken=u119")
            #expect(ids(second) == ["u120", "u121", "u122", "u123", "u124"] && second.text("nextPageToken") == "u124")
            let last = try await api.get("/accounts:batchGet?nextPageToken=u124")
            #expect(last.status == 200 && last["users"] == [] && last["nextPageToken"] == nil)
        }
    }

    @Test("the former spelling reads the page from the body, and serves no client")
    func formerSpelling() async throws {
        try await fixture().serve { api in
            let path = IdentityClient.v3 + "/downloadAccount"
            let body = #"{"targetProjectId":"demo-shop","maxResults":"2","nextPageToken":"u101"}"#
            #expect(ids(try await api.call(.post, path, body, bearer: "owner")) == ["u102", "u103"])
            let client = try await api.phone("downloadAccount", "{}")
            #expect(client.status == 400 && client.error == "INSUFFICIENT_PERMISSION")
        }
    }

    @Test("an export shows the hash as it was imported, and a look-up never does")
    func hashes() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { $0.passwordHash = "T8cY66FE7V0=" }
        let answer = try await fixture.serve { try await $0.get("/accounts:batchGet") }
        #expect(answer.user?.text("passwordHash") == "T8cY66FE7V0=")
    }

    @Test("refuses sizes and tokens that are none, and takes a size below one for the usual one")
    func edges() async throws {
        try await fixture().serve { api in
            #expect(try await api.get("/accounts:batchGet?maxResults=many").status == 400)
            #expect(ids(try await api.get("/accounts:batchGet?maxResults=-1"))?.count == 20)
            #expect(ids(try await api.get("/accounts:batchGet?maxResults=99999"))?.count == 25)
            let token = String(repeating: "x", count: 129)
            let answer = try await api.get("/accounts:batchGet?nextPageToken=\(token)")
            #expect(answer.error == "INVALID_PAGE_SELECTION")
        }
    }

    @Test("counts accounts, and lists some of them in either order")
    func query() async throws {
        try await fixture().serve { api in
            let count = try await api.admin("/accounts:query", #"{"returnUserInfo":false}"#)
            #expect(count.json == ["recordsCount": "25"])
            let all = try await api.admin("/accounts:query", "{}")
            #expect(all.text("recordsCount") == "25" && ids(all, "userInfo")?.first == "u100")
            for (body, expected) in [
                (#"{"limit":"2","offset":"3"}"#, ["u103", "u104"]), (#"{"limit":2,"order":"DESC"}"#, ["u124", "u123"]),
                (#"{"limit":9,"offset":23,"order":2,"sortBy":"USER_ID"}"#, ["u101", "u100"]), (#"{"offset":25}"#, []),
                (#"{"offset":30,"order":"DESC"}"#, []),
            ] {
                let some = try await api.admin("/accounts:query", body)
                #expect(
                    ids(some, "userInfo") == expected && some.text("recordsCount") == "\(expected.count)", "\(body)")
            }
        }
    }

    @Test("finds accounts by expressions, and says what it does not serve")
    func expressions() async throws {
        let fixture = try fixture(count: 3)
        try fixture.account("ann") { ($0.email, $0.phone) = ("ann@example.com", "+14155550100") }
        let body =
            #"{"expression":[{"email":"ANN@example.com","userId":"u101"},{"userId":"u100"},"#
            + #"{"phoneNumber":"+14155550100"}]"#
        try await fixture.serve { api in
            #expect(ids(try await api.admin("/accounts:query", body + "}"), "userInfo") == ["ann", "u100"])
            let count = try await api.admin("/accounts:query", body + #","returnUserInfo":false}"#)
            #expect(count.text("recordsCount") == "2")
            #expect(try await api.admin("/accounts:query", #"{"sortBy":"NAME"}"#).status == 501)
            #expect(try await api.admin("/accounts:query", #"{"offset":-1}"#).error == "INVALID_PAGE_SELECTION")
        }
    }

    @Test("a page goes on after an id with a space, which clients write as a plus")
    func plus() async throws {
        let fixture = try IdentityFixture()
        for id in ["a b", "a+b", "a,b"] { try fixture.account(id) }
        let answer = try await fixture.serve { try await $0.get("/accounts:batchGet?nextPageToken=a+b") }
        #expect(ids(answer) == ["a+b", "a,b"])
    }
}
