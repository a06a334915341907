import AccountCore
import VerificationCore

extension AccountPorts {
    /// The app of a project; an app that this version cannot read is `unavailable`.
    func app(of project: Project) async throws(WireError) -> App {
        let app = try await asking { () throws(StoreProblem) in try await apps.currentApp(project.app) }
        guard let app else { throw .refused(.configurationNotFound) }
        return app
    }
}
