import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// Authenticator apps, as pyotp plays them, with people whom firebase-admin has made.
@Suite("authenticator apps of the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityTOTPTests {
    private static let ring = (
        old: "code.keys=k1:" + secret(1), both: "code.keys=k2:\(secret(2)),k1:\(secret(1))",
        new: "code.keys=k2:" + secret(2)
    )

    private static func secret(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    @Test("are enrolled and sign in, each code once", arguments: SurfaceMode.allCases)
    func journeys(mode: SurfaceMode) async throws {
        try await withSite { site in
            let identity = try await site.identity(mode, of: try await site.projectWithApps())
            try await IdentityScript(name: "totp").expectKept(3, identity.caller.job())
        }
    }

    @Test("are resealed with the other secrets, and sign in under the new key alone")
    func rotation() async throws {
        try await withSite { site in
            let keys = try await site.projectWithApps()
            let before = try await site.identity(of: keys, settings: [Self.ring.old])
            try await IdentityScript(name: "totp").expectKept(4, before.caller.job())
            try await before.process.stop()
            let apps = try await site.apps(under: "k1")
            #expect(apps > 0)
            let doctor = try site.start(["doctor", "--set", "gateway.kind=sandbox", "--set", Self.ring.both])
            // It also finds that no worker takes requests now.
            _ = try await doctor.exit()
            #expect(doctor.log.contains("rows need k1"), "\(doctor.log)")

            let resealed = try await site.run(["test-numbers", "reseal", "--set", Self.ring.both])
            #expect(resealed["locked"] == 0 && (resealed["resealed"]?.integer ?? 0) >= apps)
            #expect(try await site.apps(under: "k1") == 0)
            #expect(try await site.apps(under: "k2") == apps)
            #expect(try await site.run(["test-numbers", "reseal", "--set", Self.ring.both])["resealed"] == 0)

            let after = try await site.identity(of: keys, settings: [Self.ring.new])
            let pending = try await after.caller.call(
                "signInWithPassword", ["email": "ann@example.com", "password": "correct horse"])
            let credential = try #require(pending["mfaPendingCredential"])
            let factor = try #require(pending.body["mfaInfo"]?.array?.first?["mfaEnrollmentId"])
            let body: JSONObject = [
                "mfaPendingCredential": .string(credential), "mfaEnrollmentId": factor,
                "totpVerificationInfo": ["verificationCode": "000000"],
            ]
            let answer = try await after.caller.send(
                "POST", "\(IdentityCaller.v2)/accounts/mfaSignIn:finalize?key=\(keys.client)",
                String(decoding: JSONValue.object(body).serialized, as: UTF8.self),
                ["content-type": "application/json"])
            #expect(answer.code == "INVALID_CODE", "a secret that cannot be opened would be an outage")
        }
    }
}

extension Site {
    /// A project whose people sign in by password, and may enrol authenticator apps; before the processes start.
    ///
    /// It takes codes of five steps before and after now, so that a slow machine and several codes at once have room.
    fileprivate func projectWithApps() async throws -> ProjectKeys {
        let keys = try await makeProject()
        let configuration = """
            {"signIn":{"email":{"enabled":true,"passwordRequired":true}},"mfa":{"state":"ENABLED",
            "providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}]}}
            """
        try await pool.query("update project set others = \(configuration)::json where id = \(keys.project)")
        return keys
    }

    /// How many secrets of authenticator apps are sealed under a key.
    fileprivate func apps(under key: String) async throws -> Int64 {
        try await pool.query(
            """
            select count(*) from account, json_array_elements(second_factors) as f (factor)
            where second_factors is not null and f.factor #>> '{totp,key}' = \(key)
            """
        ).value(as: Int64.self)
    }
}
