import Foundation
import StrictJSON
import TestSupport
import Testing

/// The database goes away under pages with Firebase's own SDK for JavaScript.
@Suite("pages with Firebase's SDK, without a database", .serialized, .timeLimit(.minutes(10)))
struct IdentityWebFaultTests {
    @Test("keep their people while it is away, and go on when it is back")
    func outage() async throws {
        try await IdentityWebTests.withFolder { folder in
            try await withSite { site in
                let surface = try await IdentityWebTests.surface(
                    of: try await site.makeProject(), at: site, in: folder)
                var job = surface.caller.job(phones: try await site.testNumbers(1, at: surface))
                let services = JSONValue.string(try TestVariable.value(of: "VERIFYD_SERVICES"))
                job["mode"] = "outage"
                job["away"] = .array([services, .string(ServiceControl.Order.stopDatabase.rawValue)])
                job["back"] = .array([services, .string(ServiceControl.Order.startDatabase.rawValue)])
                // The commands need what the commands of other tests have.
                let own = ProcessInfo.processInfo.environment.merging(IdentityWebTests.trust(in: folder)) { $1 }
                try await withCleanUp {
                    try await IdentityScript(name: "web").expectKept(1, job, environment: own)
                } cleanUp: {
                    try await ServiceControl.tell(.startDatabase)
                }
            }
        }
    }
}
