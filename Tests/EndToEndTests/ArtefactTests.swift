import AMQP
import Foundation
import Testing
import VerificationCore

/// Searches everything that a run leaves behind for secrets.
@Suite("what a run leaves behind", .timeLimit(.minutes(10)))
struct ArtefactTests {
    @Test("no log, metric, answer or header tells a code or a phone, and no dead letter or database dump tells a code")
    func nothingLeaks() async throws {
        try await withSite(rules: LongRun.rules) { site in
            let run = try await LongRun(site)
            try await run.everything()
            var metrics: [UInt8] = []
            for api in run.apis { metrics += Array(try await api.metrics().utf8) }
            try await eventually("all requests are taken") { try await site.waiting() == 0 }
            try await site.stop()
            let dead = try await site.takeDead(7)
            let dump = try await site.dump()

            let codes = LeakSearch(run.codes, kind: "code")
            let phones = LeakSearch(run.nationalNumbers, kind: "phone")
            #expect(run.codes.count > 50)
            for letter in dead { #expect(codes.findings(in: letter.body).isEmpty) }
            #expect(codes.findings(in: dump).isEmpty)
            var open = site.logArtefacts()
            open["metrics"] = metrics
            open["answers"] = Array(run.answers.utf8)
            for (number, letter) in dead.enumerated() { open["envelope \(number)"] = letter.envelope }
            for (name, artefact) in open {
                #expect(codes.findings(in: artefact).isEmpty, "\(name)")
                #expect(phones.findings(in: artefact).isEmpty, "\(name)")
            }
            expectKept(dump, run)
            expectFindable(run.codes.sorted(), kind: "code", in: dump)
            expectFindable(run.nationalNumbers, kind: "phone", in: metrics)
            #expect(site.logs.count == 3 && site.logs.allSatisfy { !$0.text.isEmpty })
        }
    }

    /// Expects phones in the clear in three columns and nowhere else.
    ///
    /// Of an erased phone the database keeps only what it has used of its limits.
    private func expectKept(_ dump: [UInt8], _ run: LongRun) {
        let rows = DumpedRows(dump, holding: "15123410")
        #expect(rows.columns(holding: run.phones) == ["phone_state.phone", "test_number.phone", "verification.phone"])
        #expect(rows.columns(holding: run.erased.dropFirst()) == ["phone_state.phone"])
        let gone = LeakSearch([String(run.erased[0].dropFirst(3))], kind: "erased phone")
        #expect(gone.findings(in: dump).isEmpty)
    }

    /// Plants secrets in a copy, and expects that the search finds them, however they are written.
    private func expectFindable(_ secrets: [String], kind: String, in artefact: [UInt8]) {
        let search = LeakSearch(secrets, kind: kind)
        let half = artefact.count / 2
        for secret in secrets.prefix(3) {
            let written = [("text", "+49\(secret)."), ("hexadecimal", #"\x"# + "is \(secret)".hexadecimal)]
            let encoded = ["", "a", "is"].map { ("Base64", Data("\($0)\(secret)!".utf8).base64EncodedString()) }
            for (form, text) in written + encoded {
                let copy = artefact[..<half] + Array(text.utf8) + artefact[half...]
                #expect(Set(search.findings(in: Array(copy)).keys) == ["\(kind) as \(form)"])
            }
        }
    }
}
