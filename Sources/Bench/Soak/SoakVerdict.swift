/// Whether a process holds as much at the end of a long load as at its beginning.
package struct SoakVerdict: Sendable, Hashable {
    /// At rest, after a short load and before the long one.
    package let baseline: SoakSample
    /// Under load, in order.
    package let samples: [SoakSample]
    /// At rest again; nil when the process has ended.
    package let final: SoakSample?

    package init(baseline: SoakSample, samples: [SoakSample], final: SoakSample?) {
        self.baseline = baseline
        self.samples = samples
        self.final = final
    }

    /// What is wrong; empty when all comes back to the baseline, and nothing grew all the time.
    package var complaints: [String] {
        let end = final == nil ? ["the process ended under load"] : []
        return end + Quantity.allCases.flatMap(complaints)
    }

    private func complaints(about quantity: Quantity) -> [String] {
        let (before, after) = (quantity.value(baseline), final.map(quantity.value))
        var found: [String] = []
        if let after, after > before + quantity.slack(of: before) {
            found.append(
                "\(quantity.words) did not come back: \(quantity.text(after)) at rest, \(quantity.text(before)) before")
        }
        if let growth = growth(of: quantity) {
            found.append(
                "\(quantity.words) grew all the time: \(growth.map(quantity.text).joined(separator: ", ")) in four quarters"
            )
        }
        return found
    }

    /// The medians of the four quarters of the load, when each is above the one before and the last well above the first.
    private func growth(of quantity: Quantity) -> [Double]? {
        guard samples.count >= 8 else { return nil }
        let quarters = (0..<4).map { quarter in
            let part = samples[(samples.count * quarter / 4)..<(samples.count * (quarter + 1) / 4)]
            return Rounds.median(part.map(quantity.value))
        }
        let isSteady = zip(quarters, quarters.dropFirst()).allSatisfy { $0 < $1 }
        // The first quarter warms up: a process that grows goes on from the second to the last.
        let isMuch = quarters[3] - quarters[1] > quantity.slack(of: quarters[1]) / 2
        return isSteady && isMuch ? quarters : nil
    }
}

extension SoakVerdict {
    /// What it compares.
    private enum Quantity: CaseIterable {
        case memory, connections, descriptors

        var words: String {
            switch self {
            case .memory: "memory"
            case .connections: "connections"
            case .descriptors: "file descriptors"
            }
        }

        func value(_ sample: SoakSample) -> Double {
            switch self {
            case .memory: sample.memory
            case .connections: Double(sample.connections)
            case .descriptors: Double(sample.descriptors)
            }
        }

        /// How much more is no finding: a pool that has opened a few more connections, an allocator that keeps pages.
        func slack(of value: Double) -> Double {
            switch self {
            case .memory: max(20, value * 0.25)
            case .connections, .descriptors: max(16, value * 0.25)
            }
        }

        func text(_ value: Double) -> String {
            switch self {
            case .memory: "\(Int(value)) MB"
            case .connections, .descriptors: "\(Int(value))"
            }
        }
    }
}
