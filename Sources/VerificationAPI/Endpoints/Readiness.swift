import Hummingbird
import VerificationCore

/// `GET /readyz`: how each dependency is; `503` while one that is required is away.
struct Readiness: HTTPResponder {
    let checks: [ReadinessCheck]

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let well = await askAll()
        let isReady = zip(checks, well).allSatisfy { check, isWell in isWell || !check.isRequired }
        let status = !isReady ? "failed" : well.contains(false) ? "degraded" : "ok"
        return .json(isReady ? .ok : .serviceUnavailable) { writer in
            writer.member("status", status)
            writer.memberObject("checks") { writer in
                for (check, isWell) in zip(checks, well) { writer.member(check.name, isWell ? "ok" : "failed") }
            }
        }
    }

    /// Asks all at once, so that the slowest alone decides how long it takes; the answers are in the checks' order.
    private func askAll() async -> [Bool] {
        await withTaskGroup(of: (Int, Bool).self) { group in
            for (index, check) in checks.enumerated() {
                group.addTask { (index, await check.isWell()) }
            }
            return await group.reduce(into: Array(repeating: false, count: checks.count)) { $0[$1.0] = $1.1 }
        }
    }
}
