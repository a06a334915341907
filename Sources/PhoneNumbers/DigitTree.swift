/// Rows of a plan by their prefixes: which row, if any, has a number of given digits.
///
/// A prefix is digits, classes such as `[2-46]`, and `.` for any digit. Two rows of a tree have no number in common.
struct DigitTree: Sendable {
    /// The following node for each digit of each node; 0 where no row goes on.
    private var following: [Int32]
    /// The first leaf of each node, or -1.
    private var firstLeaf: [Int32] = [-1]
    private var leaves: [Leaf] = []

    private struct Leaf {
        let lengths: DigitLengths
        let answer: UInt16
        let next: Int32
    }

    init() { following = Self.noDigits }

    /// Adds a row.
    ///
    /// False when it has numbers in common with a row that is there, or breaks a class of digits.
    mutating func add(_ prefix: [DigitClass], lengths: DigitLengths, answer: UInt16) -> Bool {
        var node = 0
        for digits in prefix {
            guard let next = step(from: node, by: digits) else { return false }
            node = next
        }
        leaves.append(Leaf(lengths: lengths, answer: answer, next: firstLeaf[node]))
        firstLeaf[node] = Int32(leaves.count - 1)
        return true
    }

    /// Finds or makes the node behind a class of digits; nil when these digits lead to different nodes.
    private mutating func step(from node: Int, by digits: DigitClass) -> Int? {
        let known = digits.first.map { following[node * 10 + $0] } ?? 0
        var isSame = true
        digits.forEach { isSame = isSame && following[node * 10 + $0] == known }
        guard isSame else { return nil }
        guard known == 0 else { return Int(known) }
        let new = firstLeaf.count
        following += Self.noDigits
        firstLeaf.append(-1)
        digits.forEach { following[node * 10 + $0] = Int32(new) }
        return new
    }

    /// The answer of the row that has this number; nil where no row has it.
    func answer(for digits: some Collection<UInt8>) -> UInt16? {
        let length = digits.count
        var node = 0
        for digit in digits {
            if let answer = answer(at: node, length) { return answer }
            node = Int(following[node * 10 + Int(digit)])
            guard node != 0 else { return nil }
        }
        return answer(at: node, length)
    }

    private func answer(at node: Int, _ length: Int) -> UInt16? {
        var index = firstLeaf[node]
        while index >= 0 {
            let leaf = leaves[Int(index)]
            if leaf.lengths.contains(length) { return leaf.answer }
            index = leaf.next
        }
        return nil
    }

    private static let noDigits = [Int32](repeating: 0, count: 10)
}
