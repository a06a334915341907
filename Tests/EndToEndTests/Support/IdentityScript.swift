import Foundation
import StrictJSON
import TestSupport
import Testing

/// A script in `Python/` that calls the Firebase surface with somebody else's library.
struct IdentityScript {
    /// What became of the promises of a script.
    private struct Report {
        let kept: [String]
        let broken: [String]

        init(_ document: JSONValue) throws {
            kept = try #require(document["kept"]?.array).compactMap(\.string)
            broken = try #require(document["broken"]?.array).map {
                "\($0["promise"]?.string ?? ""): \($0["why"]?.string ?? "")"
            }
        }
    }

    /// The file's name without its beginning and end, for example `admin` for `identity_admin.py`.
    let name: String

    /// Runs a script that keeps promises, and expects that it keeps all, and at least so many.
    func expectKept(
        _ least: Int, _ job: [String: JSONValue], environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let report = try Report(try await run(job, environment: environment))
        for broken in report.broken { Issue.record("\(broken)", sourceLocation: sourceLocation) }
        #expect(report.kept.count + report.broken.count >= least, sourceLocation: sourceLocation)
    }

    /// Runs the script to its end, which has to be a good one, and returns what it prints.
    func run(_ job: [String: JSONValue], environment: [String: String] = [:]) async throws -> JSONValue {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let script = folder.appending(path: "Python/identity_\(name).py").path
        // No proxy and no settings of the person who runs the tests.
        let own = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "TZ": "UTC"]
        let members = job.map { JSONObject.Member(key: $0.key, value: $0.value) }
        let text = String(decoding: JSONValue.object(JSONObject(members)).serialized, as: UTF8.self)
        let output = try await ChildProcess.run(
            URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON")), ["-B", script, text],
            environment: own.merging(environment) { $1 })
        return try JSONValue(parsing: output)
    }
}

extension IdentityCaller {
    /// What scripts are told of a surface and of test numbers of its app.
    func job(phones: [String] = []) -> [String: JSONValue] {
        [
            "mode": .string(mode.rawValue), "base": .string(base), "project": .string(keys.project),
            "client": .string(keys.client), "admin": .string(keys.admin),
            "phones": .array(phones.map { .string($0) }), "code": .string(Site.testCode),
        ]
    }
}
