import ArgumentParser
import Bench
import Foundation

extension BenchCommand {
    struct Receiver: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "receiver",
            abstract: "Receive webhooks on this machine, and answer each at once.",
            discussion: """
                Prints its URL and runs until it is ended. `bench drain --gateway webhook` starts one for itself; other \
                programs can be measured against the same.
                """)

        @Option(help: "Its port; 0 takes a free one.")
        var port = 0

        func validate() throws {
            guard (0...65_535).contains(port) else { throw ValidationError("a port is 0 to 65535") }
        }

        func run() async throws {
            let receiver = try await WebhookReceiver.listen(port: port)
            FileHandle.standardOutput.write(Data((receiver.url + "\n").utf8))
            await receiver.run()
        }
    }
}
