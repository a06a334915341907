/// A block of the app that runs on the main thread and nowhere else.
///
/// Its type says nothing of the main actor, so that classes of any isolation can write it as documents do.
struct MainBlock<Input>: @unchecked Sendable {
    // Unchecked: the block may touch whatever the main thread touches.
    private let block: (Input) -> Void

    init(_ block: @escaping (Input) -> Void) { self.block = block }

    @MainActor func call(_ input: Input) { block(input) }
}
