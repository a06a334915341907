import Foundation
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// Schemathesis, which makes requests out of the API's own document and judges the answers by it.
enum APIFuzzer {
    /// New in every run; `VERIFYD_FUZZ_SEED` repeats a run.
    static func seed() -> UInt32 {
        ProcessInfo.processInfo.environment["VERIFYD_FUZZ_SEED"].flatMap(UInt32.init) ?? .random(in: 0 ... .max)
    }

    /// Returns how often each operation was answered with each status, for example `GET /livez 200`.
    ///
    /// It throws with the whole report when an answer is not what the document says. It tries an operation with up to
    /// `examples` requests in each of four phases.
    static func run(against api: APICaller, seed: UInt32, examples: Int) async throws -> [String: Int] {
        var environment = ProcessInfo.processInfo.environment
        environment["FUZZ_KEY"] = api.key
        // `swift test` has been seen to drop the whole report when a read of its pipe ended inside a character.
        environment["PYTHONIOENCODING"] = "ascii"
        let python = try TestVariable.value(of: "VERIFYD_PYTHON")
        let output = try await ChildProcess.run(
            URL(filePath: python), ["-P", "-c", script, api.base, String(seed), String(examples)],
            environment: environment)
        let counts = try #require(try JSONValue(parsing: output).object)
        return Dictionary(uniqueKeysWithValues: counts.members.map { ($0.key, Int($0.value.integer ?? 0)) })
    }

    /// The schema says what numbers, language tags and addresses look like; the script says which of them exist.
    ///
    /// So the API accepts what the fuzzer means to be good. Every second request waits for the worker's answer, because
    /// chance would seldom choose that.
    private static let script = """
        import collections, ipaddress, json, os, re, sys, tempfile
        import schemathesis
        from hypothesis import strategies
        from schemathesis.cli import schemathesis as command

        base, seed, examples = sys.argv[1:]
        output = os.dup(1)
        os.dup2(2, 1)

        phones = [f"+49151234{10000 + number}" for number in range(8)]
        apart = "+4915123420000"
        languages = ["en", "DE_at", "zh-Hant-TW", "x-klingon", "sr-Latn-RS", "iw", "zh_HK_#Hant", "en_US@rg=chzzzz"]
        codes = ["0429", "123456", "482 913", "0123-456789"]
        schemathesis.openapi.format("one-time-code", strategies.sampled_from(codes))
        schemathesis.openapi.format("phone-number", strategies.sampled_from(phones))
        schemathesis.openapi.format("language-tag", strategies.sampled_from(languages))
        schemathesis.openapi.format("ip-address", strategies.ip_addresses().map(str))
        answers = collections.Counter()


        def is_address(text):
            try:
                return text is None or bool(ipaddress.ip_address(text))
            except ValueError:
                return False


        @schemathesis.hook
        def filter_case(context, case):
            positive = not case.meta or case.meta.generation.mode.value == "positive"
            if positive and (case.query or {}).get("phoneNumber", phones[0]) not in phones:
                return False
            if not isinstance(case.body, dict):
                return True
            if not positive:
                # It takes null for a violation of a format, also where null is allowed.
                return None not in case.body.values()
            return (
                case.body.get("phoneNumber", phones[0]) in phones
                and case.body.get("code", codes[0]) in codes
                and (case.body.get("languageCode") or languages[0]) in languages
                and is_address(case.body.get("clientIp"))
            )


        @schemathesis.hook
        def map_case(context, case):
            if case.operation.label == "POST /v1/verifications" and answers.total() % 2 == 0:
                case.headers["Prefer"] = "wait=10"
            # Or soon every number would be a test number, and every verification erased.
            if case.operation.label in ("POST /v1/test-numbers", "POST /v1/erasures") and isinstance(case.body, dict):
                if case.body.get("phoneNumber") in phones[1:]:
                    case.body["phoneNumber"] = apart
                # Only an end to come is one.
                if re.match(r"[0-9]{4}-", str(case.body.get("expiresAt"))):
                    case.body["expiresAt"] = "2096" + case.body["expiresAt"][4:]
            return case


        @schemathesis.hook
        def after_call(context, case, response):
            answers[f"{case.operation.label} {response.status_code}"] += 1


        @schemathesis.check
        def only_too_slow(context, response, case):
            if response.status_code == 503 and case.operation.label != "GET /readyz":
                code = response.json().get("code")
                assert code in ("queue-unavailable", "queue-unconfirmed", "storage-unavailable"), code


        # Chance gives wrong codes, and one key to two requests, which is 422; what is malformed is always 400. 503 is what
        # the document says where the machine is too slow for broker or database.
        settings = f'''
        [checks.positive_data_acceptance]
        expected-statuses = ["2xx", 401, 403, 404, 409, 413, 422, 429, 503]

        [checks.negative_data_rejection]
        expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, 503]

        [checks.not_a_server_error]
        expected-statuses = ["2xx", "3xx", "4xx", 503]

        [phases.stateful]
        inference.algorithms = []
        generation.max-examples = {4 * int(examples)}

        [phases.fuzzing]
        generation.max-examples = {examples}
        '''
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(settings)
            file.flush()
            try:
                command([
                    "--config-file", file.name, "run", base + "/openapi.json", "--checks", "all",
                    "--header", "Authorization: Bearer " + os.environ["FUZZ_KEY"],
                    "--request-timeout", "90", "--max-response-time", "60", "--seed", seed, "--generation-database", "none",
                    "--generation-allow-x00", "false", "--warnings", "off", "--no-color",
                ])
            finally:
                os.write(output, json.dumps(answers).encode())
        """
}
