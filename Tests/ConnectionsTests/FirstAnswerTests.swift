import Testing

@testable import Connections

@Suite("The first of several answers")
struct FirstAnswerTests {
    @Test("the first counts, the others are ignored")
    func first() async {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            let answer = FirstAnswer(continuation)
            for number in 1...3 { answer.give(number) }
        }
        #expect(answer == 1)
    }

    @Test("of many who answer at once exactly one resumes the task")
    func race() async {
        for _ in 0..<50 {
            let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
                let answer = FirstAnswer(continuation)
                for number in 0..<8 { Task { answer.give(number) } }
            }
            #expect((0..<8).contains(answer))
        }
    }
}
