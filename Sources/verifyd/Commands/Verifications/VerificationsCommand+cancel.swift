import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

extension VerificationsCommand {
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "End a pending verification: its code becomes invalid.",
            discussion: """
                A verification that has ended stays as it is. The app hears of it by an event, as of a cancel by itself. A \
                request that no worker has seen cannot be canceled here: it waits in its queue.
                """)

        @Argument(help: "The verification's id, or that of a request which joined it.", transform: verificationID)
        var id: VerificationID
        @OptionGroup var why: ReasonOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (before, after) = try await withStore(sources, role: "verifyd-verifications") { store in
                try await acting { person throws(OperatorProblem) in
                    if dryRun.isDry {
                        let report = try await store.verificationService.previewCancel(of: id, for: person)
                        return (report, report)
                    }
                    return try await store.verificationService.cancel(id, because: why.words, by: person)
                }
            }
            let isPending = before.status == .pending
            let (isCanceled, wouldBe) = (isPending && after.status == .canceled, dryRun.isDry && isPending)
            let (ended, status) = (JSONValue.string("\(after.id)"), JSONValue.string(after.status.rawValue))
            output.print(
                json: dryRun.isDry
                    ? DryRunOptions.json(["id": ended, "status": status, "wouldCancel": .bool(wouldBe)])
                    : .members(["id": ended, "status": status, "canceled": .bool(isCanceled)]),
                text: wouldBe
                    ? "verification \(after.id) would be canceled; nothing has happened"
                    : "verification \(after.id) \(isCanceled ? "is" : "stays") \(after.status.rawValue)")
        }
    }
}
