import Foundation
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// A client in Python, made by openapi-python-client out of the document that a running API serves.
struct GeneratedClient: Sendable {
    /// What the client made of one answer.
    struct Answer: Sendable {
        /// The status and the name of the class, as in `200 LiveVerification`.
        let type: String
        let members: JSONValue
    }

    private let folder: URL
    private let base: String
    private let key: String

    /// Throws with what the generator said when it could not read a part of the document.
    static func make(from api: APICaller) async throws -> GeneratedClient {
        let folder = FileManager.default.temporaryDirectory.appending(component: "verifyd-client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let client = GeneratedClient(folder: folder, base: api.base, key: api.key)
        _ = try await client.python(generate, [api.base + "/openapi.json"])
        return client
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func with(key: String) -> GeneratedClient { GeneratedClient(folder: folder, base: base, key: key) }

    /// Makes one call as the script below does it.
    func run(_ step: String, _ arguments: String...) async throws -> Answer {
        let output = try JSONValue(parsing: try await python(Self.call, [base, step] + arguments))
        return Answer(type: try #require(output["type"]?.string), members: try #require(output["members"]))
    }

    private func python(_ script: String, _ arguments: [String]) async throws -> [UInt8] {
        var environment = ProcessInfo.processInfo.environment
        environment["CLIENT_KEY"] = key
        environment["CLIENT_FOLDER"] = folder.path
        let python = try TestVariable.value(of: "VERIFYD_PYTHON")
        return try await ChildProcess.run(
            URL(filePath: python), ["-P", "-c", script] + arguments, environment: environment)
    }

    private static let generate = """
        import os, pathlib, sys
        from openapi_python_client.cli import app

        os.dup2(2, 1)
        folder = pathlib.Path(os.environ["CLIENT_FOLDER"])
        settings = folder / "settings.json"
        # Nobody looks at the code, so nothing has to format it.
        settings.write_text('{"post_hooks": []}')
        app([
            "generate", "--url", sys.argv[1], "--meta", "none", "--output-path", str(folder / "made"),
            "--config", str(settings), "--fail-on-warning",
        ])
        """

    private static let call = """
        import json, os, sys
        import httpx

        sys.path.insert(0, os.environ["CLIENT_FOLDER"])
        from made import AuthenticatedClient
        from made.api.verifications import check_code, check_phone_code, show_verification, start_verification
        from made.models import Check, PhoneCheck, VerificationRequest

        base, step, *arguments = sys.argv[1:]
        client = AuthenticatedClient(base_url=base, token=os.environ["CLIENT_KEY"], timeout=httpx.Timeout(90))
        if step == "start":
            body = VerificationRequest(phone_number=arguments[0])
            answer = start_verification.sync_detailed(client=client, body=body, prefer="wait=30")
        elif step == "show":
            answer = show_verification.sync_detailed(arguments[0], client=client)
        elif step == "check":
            answer = check_code.sync_detailed(arguments[0], client=client, body=Check(code=arguments[1]))
        elif step == "check-phone":
            body = PhoneCheck(phone_number=arguments[0], code=arguments[1])
            answer = check_phone_code.sync_detailed(client=client, body=body, idempotency_key=arguments[2])
        name = f"{answer.status_code.value} {type(answer.parsed).__name__}"
        print(json.dumps({"type": name, "members": answer.parsed.to_dict()}))
        """
}
