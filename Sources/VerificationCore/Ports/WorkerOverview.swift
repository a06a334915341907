/// Port: shows an operator what workers say of themselves, and which queues are paused.
package protocol WorkerOverview: Sendable {
    func workforce() async throws(StoreProblem) -> Workforce
}
