import VerificationTesting

/// A call's fields, made by chance, and changed by chance as a forger may change them.
struct RandomFields {
    var pairs: [(name: String, value: String)]

    /// The given fields, and up to eight others in any order; some repeat a name, or a name and its value.
    init(_ fields: [(name: String, value: String)], repeats: Bool, using random: inout SeededRandom) {
        pairs = fields
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let old = repeats && Bool.random(using: &random) ? pairs.randomElement(using: &random) : nil
            let value = Bool.random(using: &random) ? old?.value : nil
            pairs.append((old?.name ?? "x" + random.text(upTo: 12), value ?? random.text(upTo: 40)))
        }
        if !repeats {
            var seen: Set<String> = []
            pairs.removeAll { !seen.insert($0.name).inserted }
        }
        pairs.shuffle(using: &random)
    }

    /// One change, which may by chance change nothing.
    mutating func change(using random: inout SeededRandom) {
        let place = Int.random(in: pairs.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: pairs[place].value += random.text(upTo: 2)
        case 1: pairs[place].value = String(pairs[place].value.dropFirst())
        case 2: pairs.remove(at: place)
        case 3: pairs.append(("y" + random.text(upTo: 4), random.text(upTo: 4)))
        default: pairs.shuffle(using: &random)
        }
        if pairs.isEmpty { pairs = [("z", "")] }
    }
}
