import Glibc

/// Random numbers that are the same for the same seed; a failing expectation prints the seed.
package struct SeededRandom: RandomNumberGenerator {
    package let seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The seed of a whole run: a random seed, unless `VERIFYD_SEED` holds the seed of an earlier run.
    package static func seedOfRun() -> UInt64 {
        getenv("VERIFYD_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0 ... .max)
    }

    /// The next number by the algorithm SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of up to `count` scalars of all kinds, without NUL, which PostgreSQL's texts cannot hold.
    package mutating func text(upTo count: Int) -> String {
        let kinds: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0x01...0x1F, 0xA0...0x24F, 0x300...0x36F, 0x4E00...0x4E80, 0x1F600...0x1F64F,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &self)]
            if let scalar = Unicode.Scalar(UInt32.random(in: kind, using: &self)) { text.append(scalar) }
        }
        return String(text)
    }
}
