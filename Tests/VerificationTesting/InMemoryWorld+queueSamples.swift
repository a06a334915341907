import VerificationCore

extension InMemoryWorld: QueueSampleStore {
    package func keep(_ samples: [QueueSample]) throws(StoreError) {
        try answering(about: .incidents) { state in
            for sample in samples
            where !state.queueSamples.contains(where: { ($0.minute, $0.queue) == (sample.minute, sample.queue) }) {
                state.queueSamples.append(sample)
            }
        }
    }

    package func sums(in span: Range<Minute>, step: Int) throws(StoreError) -> [QueueSum] {
        try answering(about: .incidents) { state in
            let minutes = Dictionary(grouping: state.queueSamples.filter { span.contains($0.minute) }) {
                [$0.role.rawValue, "\($0.minute.number)"]
            }.values.map { samples in
                let first = samples[0]
                return QueueSum(
                    beginning: span.lowerBound + (first.minute - span.lowerBound) / step * step, role: first.role,
                    ready: samples.reduce(0) { $0 + $1.ready }, oldest: samples.compactMap(\.oldest).max())
            }
            return Dictionary(grouping: minutes) { [$0.role.rawValue, "\($0.beginning.number)"] }.values.map { sums in
                QueueSum(
                    beginning: sums[0].beginning, role: sums[0].role, ready: sums.map(\.ready).max() ?? 0,
                    oldest: sums.compactMap(\.oldest).max())
            }.sorted { ($0.beginning, $0.role.rawValue) < ($1.beginning, $1.role.rawValue) }
        }
    }
}
