/// A part of a request's path that waits for nothing, to be measured alone.
package struct MicroPart: Sendable {
    /// The most bytes that a run may allocate; a debug build allocates more.
    package typealias Allowance = (release: Int, debug: Int)

    package let name: String
    /// The most bytes that a run may allocate in this build.
    package let allowed: Int
    /// Runs the part; false when its result is wrong.
    let run: @Sendable () -> Bool

    package init(_ name: String, allowed: Allowance, _ run: @escaping @Sendable () -> Bool) {
        self.name = name
        self.run = run
        #if DEBUG
            self.allowed = allowed.debug
        #else
            self.allowed = allowed.release
        #endif
    }
}
