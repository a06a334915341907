import Foundation
import Testing
import VerificationCore

/// An API on a host whose clock is wrong.
@Suite("a wrong clock", .timeLimit(.minutes(10)))
struct HostClockTests {
    @Test("an API host eleven minutes slow or fast changes nothing", arguments: ["-11m", "+11m"])
    func wrong(_ shift: String) async throws {
        try await withSite { site in
            let api = try await site.api(environment: try Self.clock(shift)).caller
            _ = try await site.worker()
            let phone = Site.phones(1)[0]
            let started = try await api.start(phone, wait: 30)
            #expect(started.status == 200)
            let id = try #require(started.id)
            let made = try #require(VerificationID(id)).madeAt
            let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
            #expect(made > now + .seconds(-300) && made < now + .seconds(300), "the id's day is the database's")
            #expect(try await api.check(id, site.ledger.onlyCode(of: phone)).status == 200)
            try await site.expectDrained()
        }
    }

    @Test(
        "doctor compares its clock with that of each host of the database, and warns of two seconds", arguments: [0, 3])
    func doctor(_ seconds: Int) async throws {
        try await withSite { site in
            let url = try #require(site.environment["DATABASE_URL"])
            let port = try #require(url.firstMatch(of: /@[^:\/]*:([0-9]+)/))
            let hosts = "@127.0.0.1:\(port.output.1),localhost:\(port.output.1)"
            var environment = ["DATABASE_URL": url.replacing(port.output.0, with: hosts)]
            if seconds > 0 { environment.merge(try Self.clock("+\(seconds)s")) { _, new in new } }
            let doctor = try site.start(["doctor", "--role", "api"], with: environment)
            _ = try await doctor.exit()
            for host in ["127.0.0.1", "localhost"] {
                let subject = #""subject":"clock of \#(host):\#(port.output.1)","ok":true,"level":"#
                let level = seconds > 0 ? "warning" : "ok"
                #expect(doctor.log.contains(subject + #""\#(level)""#), "\(doctor.log)")
            }
        }
    }

    /// The environment that gives a process another time of day; its steady clock goes on as it is.
    private static func clock(_ shift: String) throws -> [String: String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib").map { "/usr/lib/\($0)/faketime" }
        let library = folders.map { $0 + "/libfaketimeMT.so.1" }.first { FileManager.default.fileExists(atPath: $0) }
        let found = try #require(library, "deploy/packages installs libfaketime")
        return [
            // jemalloc asks what time it is, which libfaketime cannot bear; `libc_malloc_debug` is glibc's allocator.
            "LD_PRELOAD": "libc_malloc_debug.so.0 \(found)", "FAKETIME": shift,
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }
}
