import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

extension VerificationsCommand {
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "End a pending verification: its code is good no longer.",
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
                guard let record = try await store.verifications.verification(id) else {
                    throw ValidationError("there is no verification \(id), or no worker has seen its request")
                }
                return (record.report, dryRun.isDry ? record.report : try await cancel(record.report, in: store))
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

        private func cancel(_ report: VerificationReport, in store: StorePorts) async throws -> VerificationReport {
            guard report.status == .pending else { return report }
            let app = try await store.apps.apps().app(named: report.app.name)
            let found = try await store.verifications.cancel(
                report.id, of: report.app, tellsEvents: app?.endpoint != nil)
            guard case .found(let after) = found else { throw ValidationError("verification \(id) was just erased") }
            // The person may have typed the code meanwhile; then nothing was canceled. Where the app has canceled in the same
            // moment, the line says it of both.
            if after.status == .canceled {
                await store.note(.cancelVerification, on: "verification \(report.id)", because: why.words)
            }
            return after
        }
    }
}
