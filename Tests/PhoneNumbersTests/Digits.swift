/// A repeatable stream of digits: the same seed gives the same numbers on every machine.
struct Digits {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &+ 0x9E37_79B9_7F4A_7C15
    }

    mutating func next(_ count: Int) -> String {
        (0..<count).map { _ in
            // The constants of Knuth's MMIX; the high bits are the good ones.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return String((state >> 33) % 10)
        }.joined()
    }
}
