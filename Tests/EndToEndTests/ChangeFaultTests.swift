import Glibc
import StrictJSON
import Testing
import VerificationCore

/// What somebody was told of a change is so, in every process, also in one that could not hear of it.
@Suite("changes of the settings", .serialized, .timeLimit(.minutes(10)))
struct ChangeFaultTests {
    private static let code = "123456"

    @Test("may follow each other fast: nothing leaves for a test number, and what is none any more gets its SMS")
    func fast() async throws {
        try await withSite(rules: #"{"resendAfter":0}"#) { site in
            let apis = [try await site.api().caller, try await site.api().caller]
            _ = try await site.worker()
            let phones = Site.phones(6)
            for (first, second) in zip(phones[..<3], phones[3...]) {
                let gone = try #require(try await apis[0].saveTestNumber(first, code: Self.code)["id"])
                #expect(try await remove(gone, apis[0]) == 204)
                let test = try #require(try await apis[0].saveTestNumber(second, code: Self.code)["id"])
                let answer = try await apis[1].askOnce(second)
                #expect(answer.status == 200)
                #expect(try await apis[1].check(try #require(answer.id), Self.code)["status"] == "approved")
                #expect(!site.ledger.calls.contains { $0.phone == second })
                #expect(try await remove(test, apis[1]) == 204)
                #expect(try await apis[0].askOnce(second).status == 200)
                #expect(site.ledger.calls.count { $0.phone == second } == 1)
                #expect(!site.ledger.calls.contains { $0.phone == first })
            }
            try await site.expectDrained()
        }
    }

    @Test("while a worker is frozen: it sends nothing to a number that became a test number meanwhile")
    func frozenWorker() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            let worker = try await site.worker()
            let phones = Site.phones(2)
            // The worker knows the app before.
            #expect(try await api.askOnce(phones[0]).status == 200)
            try await worker.freeze()
            #expect(try await api.saveTestNumber(phones[1], code: Self.code).status == 201)
            let id = try #require(try await api.start(phones[1]).id)
            worker.signal(SIGCONT)
            try await eventually("a worker has handled it") {
                try await api.show(id).body["messages"]?.array?.first?["gateway"]?.string == "test-number"
            }
            #expect(site.ledger.calls.map(\.phone) == [phones[0]])
            try await site.expectDrained()
        }
    }

    @Test("while a worker is frozen: of a queue that was paused meanwhile it sends nothing before the pause ends")
    func frozenAndPaused() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            let worker = try await site.worker()
            let phones = Site.phones(6)
            #expect(try await api.askOnce(phones[0]).status == 200)
            try await worker.freeze()
            _ = try await site.run(["queues", "pause", "requests", "--reason", "exercise"])
            // The broker gives them to the frozen worker, which has not said yet that it wants no more.
            for phone in phones.dropFirst() { #expect(try await api.start(phone).status == 202) }
            worker.signal(SIGCONT)
            try await eventually("the worker has given all back") { try await site.waiting() == 5 }
            #expect(site.ledger.calls.map(\.phone) == [phones[0]])
            _ = try await site.run(["queues", "resume", "requests"])
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("while an API is frozen: it serves no key that was revoked meanwhile, and every key that was made")
    func frozenAPI() async throws {
        try await withSite { site in
            let (process, caller) = try await site.api()
            let other = try await site.addApp("shop")
            let shop = APICaller(base: caller.base, admin: caller.admin, key: other, client: caller.client)
            #expect(try await shop.show(Site.makeID().description).status == 404)
            try await process.freeze()
            let name = try #require(
                try await site.run(["keys", "list", "shop"]).array?.first?["name"]?.string)
            _ = try await site.run(["keys", "revoke", "shop", name])
            let made = try #require(try await site.run(["keys", "add", "shop"])["key"]?.string)
            process.signal(SIGCONT)
            #expect(try await shop.show(Site.makeID().description).status == 401)
            let new = APICaller(base: caller.base, admin: caller.admin, key: made, client: caller.client)
            #expect(try await new.show(Site.makeID().description).status == 404)
        }
    }

    @Test("of rules are rules at once, at every API: who was told that all regions are served is not refused for one")
    func rules() async throws {
        try await withSite(regions: "GB") { site in
            let apis = [try await site.api().caller, try await site.api().caller]
            for regions in ["DE", "GB", "DE,GB", "GB"] {
                _ = try await site.run(["apps", "add", Site.app, "--name", "Demo", "--regions", regions])
                for api in apis {
                    #expect(try await api.start(Site.phones(1)[0]).status == (regions.contains("DE") ? 202 : 403))
                }
            }
        }
    }

    private func remove(_ id: String, _ api: APICaller) async throws -> Int {
        try await api.send("DELETE", "/v1/test-numbers/\(id)", key: api.key).status
    }
}
