import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The page of the proofs of apps")
struct ProofPageTests {
    @Test("shows how many calls of an app brought a good proof, and counts nothing that it does not know")
    func counts() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now) - 10
        func tally(_ app: String, reason: String, count: Int) -> Tally {
            Tally(TallyKey(.appProof, in: minute, app: app, reason: reason), count: count)
        }
        try await fixture.world.add(
            [
                tally("bank", reason: "app-check missing", count: 1),
                tally("demo", reason: "app-check good", count: 90),
                tally("demo", reason: "app-check missing", count: 8), tally("demo", reason: "app-check bad", count: 2),
                tally("demo", reason: "oath good", count: 5), tally("demo", reason: "app-check", count: 5),
            ].sorted { $0.key < $1.key })
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try #require(try await client.twin("/proofs", cookies: viewer)["proofs"]?.array)
            #expect(rows.map { $0["app"] } == ["demo", "bank"], "the app with the most calls first")
            #expect(rows[0]["calls"] == 100 && rows[0]["good"] == 90 && rows[0]["bad"] == 2 && rows[0]["missing"] == 8)
            #expect(rows[0]["unverified"] == 0 && rows[0]["goodShare"] == 0.9 && rows[1]["goodShare"] == 0.0)
            let page = try await client.page("/proofs", cookies: viewer)
            #expect(page.contains("90 %") && page.contains("<td data-label=\"Proof\">app-check</td>"))
        }
    }

    @Test("says what to do while no project looks for proofs")
    func empty() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/proofs", cookies: viewer).contains("--proof app-check=audit"))
        }
    }

    @Test("a fact of the surface becomes a count that the page can read", arguments: AppProof.Kind.allCases)
    func reasons(kind: AppProof.Kind) throws {
        let (buffer, app) = (TallyBuffer(), try #require(AppID("demo")))
        for result in AppProof.Result.allCases {
            buffer.hear(.appVerified(kind, result, of: app), at: Timestamp(seconds: 1_767_229_200))
        }
        let found = buffer.take().map { AppProof.found(inTally: $0.key.reason) }
        #expect(Set(found.compactMap { $0?.result }) == Set(AppProof.Result.allCases))
        #expect(found.allSatisfy { $0?.kind == kind })
    }
}
