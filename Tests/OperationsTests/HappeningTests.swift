import Operations
import Testing
import VerificationCore

@Suite("What happened")
struct HappeningTests {
    private let at = Timestamp(seconds: 1_800_000_000)

    @Test("is of a kind: settings are changed, other actions are done, and breakers name their gateway")
    func kinds() {
        let actions = [OperatorAction.changeApp, .switchGateway].map { action in
            StoredAudit(
                number: 1, at: at, entry: AuditEntry(actor: "anna", action: action, subject: "x", result: .done))
        }
        let marks = [
            Mark(at: at - .seconds(1), kind: .breakerOpened, subject: "acme", detail: "half-failed"),
            Mark(at: at - .seconds(2), kind: .workerStarted, subject: "host", detail: "version 2", former: "version 1"),
            Mark(at: at - .seconds(3), kind: .workerStarted, subject: "host", detail: "version 1"),
            Mark(at: at - .seconds(4), kind: .workerSilent, subject: "host", detail: ""),
        ]
        let list = Happening.list(actions: actions, marks: marks)
        #expect(list.map(\.kind) == [.settings, .deed, .breaker, .deploy, .start, .silence])
        #expect(list.map(\.gateway) == [nil, nil, "acme", nil, nil, nil])
        #expect(list.map(\.isAction) == [true, true, false, false, false, false])
        #expect(list[3].what == "a worker started on host, version 2 after version 1")
    }
}
