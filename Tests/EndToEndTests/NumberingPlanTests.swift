import Foundation
import StrictJSON
import Testing

/// Processes that judge numbers by different plans.
@Suite("a numbering plan in a file", .serialized, .timeLimit(.minutes(10)))
struct NumberingPlanTests {
    /// In the built-in plan no number of Benin begins like this.
    private let phone = "+2290212345678"
    private let additions = """
        verifyd-numbering-additions 1
        code 229
        02 10 mobile BJ
        end

        """

    @Test("an API sends to a range that its file alone has, through a worker with the built-in plan")
    func additions() async throws {
        try await withSite { site in
            try await Self.withFile(additions) { file in
                let young = try await site.api(["phones.plan=\(file)"]).caller
                let old = try await site.api().caller
                _ = try await site.worker()
                let refused = try await old.start(phone)
                #expect(refused.status == 400 && refused["code"] == "invalid-phone-number")
                let id = try #require(try await young.start("+229 02 12 34 56 78", wait: 30).id)
                #expect(try await young.check(id, site.ledger.onlyCode(of: phone)).status == 200)
                #expect(site.ledger.hasOneSMS(for: [phone]))
                // What one plan has taken, every process can look up.
                let found = try await old.send("GET", "/v1/verifications?phoneNumber=%2B2290212345678", key: old.key)
                #expect(found.body["verifications"]?.array?.map { $0["verificationId"]?.string } == [id])
                #expect(try await old.erase(phone).body["erasedVerifications"]?.integer == 1)
                for (caller, count) in [(young, 1), (old, 0)] {
                    let lines = try await caller.metrics().split(separator: "\n")
                    let names = lines.filter { $0.hasPrefix("verifyd_numbering_plan_info{") }
                    #expect(names.count == 1 && names[0].contains("additions=\"\(count)\""), "\(names)")
                }
                let doctor = try await site.run(["doctor", "--role", "api", "--set", "phones.plan=\(file)"])
                let plan = doctor.array?.first { $0["subject"] == "numbering plan" }
                #expect(plan?["detail"]?.string?.hasSuffix(", with additions (1)") == true, "\(doctor)")
                try await site.expectDrained()
            }
        }
    }

    @Test("a process with a damaged file does not start, and names file and line")
    func damaged() async throws {
        try await withSite { site in
            try await Self.withFile(additions.replacing("end\n", with: "")) { file in
                for role in ["api", "worker"] {
                    let process = try site.start(role, settings: ["phones.plan=\(file)"])
                    #expect(try await process.exit() == .code(78), "\(process.log)")
                    #expect(process.log.contains("phones.plan: \(file), line "), "\(process.log)")
                }
            }
        }
    }

    private static func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "verifyd-\(UUID()).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }
}
