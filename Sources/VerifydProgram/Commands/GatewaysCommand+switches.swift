import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

extension GatewaysCommand {
    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Switch a gateway off: returns when no worker begins a call of it.",
            discussion: """
                Messages take the other gateways of their routes. Without another gateway they wait, until they are too \
                late. Calls under way end as usual. It stays off until `verifyd gateways on`, also over a restart.
                """)

        @OptionGroup var named: NamedGateway

        func run() async throws { try await named.apply(.off, to: "is off") }
    }

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "on", abstract: "Switch a gateway on again: returns when all workers use it.")

        @OptionGroup var named: NamedGateway

        func run() async throws { try await named.apply(.on, to: "is on") }
    }

    struct Weight: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "weight",
            abstract: "Give a gateway another weight in all its routes; returns when all workers follow.",
            discussion: """
                The weight is a share beside the other gateways of a route: with 3 and 1, the first gets three of four \
                messages. With 0 it gets only what no other gateway can take.
                """)

        @OptionGroup var named: NamedGateway
        @Argument(help: "0 to 1000, or default for the weight in the settings.")
        var weight: String

        func validate() throws { _ = try number }

        func run() async throws {
            let weight = try number
            let words = "has " + (weight.map { "the weight \($0)" } ?? "the settings' weight")
            try await named.apply(.weight(weight), to: words)
        }

        /// Nil for the settings' weight.
        private var number: Int? {
            get throws {
                if weight == "default" { return nil }
                guard let number = Int(weight), GatewaySwitch.weights.contains(number) else {
                    throw ValidationError("the weight must be 0 to 1000, or default")
                }
                return number
            }
        }
    }
}
