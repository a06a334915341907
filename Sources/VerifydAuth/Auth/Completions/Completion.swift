/// A block of the app that hears once how a call has ended.
///
/// The block is called on the main thread. So an app that makes a call there hears of it after the call has returned, also if
/// it fails at once.
///
/// No block of a public call has a default value: at the top level of a `main.swift`, Swift would take a call with `await` for the
/// spelling without one.
struct Completion<Value: Sendable>: Sendable {
    private let block: MainBlock<(Value?, (any Error)?)>

    init(_ block: ((Value?, (any Error)?) -> Void)?) { self.block = MainBlock { block?($0.0, $0.1) } }

    /// Does the work in a task of its own, and then calls the block.
    func call(after work: @escaping @Sendable () async throws -> Value) {
        Task {
            do {
                let value = try await work()
                await block.call((value, nil))
            } catch {
                await block.call((nil, error))
            }
        }
    }
}

extension Completion<Void> {
    /// For a block that hears of an error alone.
    init(_ block: (((any Error)?) -> Void)?) {
        self.init(block.map { block in { _, error in block(error) } })
    }
}
