import Testing
import VerificationCore

@Suite("When an event is posted again")
struct EventScheduleTests {
    private let schedule = EventSchedule()

    @Test("every 2xx says that the app knows it", arguments: [200, 201, 204, 299])
    func told(status: Int) {
        #expect(schedule.next(after: .answered(status: status, retryAfter: .seconds(9)), tries: 1, age: .zero) == .told)
    }

    @Test("the pauses grow up to an hour, until a day is over")
    func pauses() {
        let answer = EventAnswer.answered(status: 500, retryAfter: nil)
        var (age, tries, pauses) = (Duration.zero, 1, [Duration]())
        while case .retry(let pause) = schedule.next(after: answer, tries: tries, age: age) {
            pauses.append(pause)
            age += pause
            tries += 1
        }
        #expect(pauses.prefix(5) == [.seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3_600)])
        #expect(pauses.dropFirst(5).allSatisfy { $0 == .seconds(3_600) })
        #expect(age < EventSchedule.life && age > EventSchedule.life - .seconds(3_600))
        #expect(schedule.next(after: answer, tries: tries, age: age) == .givenUp(.tooOld))
    }

    @Test(
        "410 ends it, and every other answer or silence does not", arguments: [199, 300, 302, 308, 400, 401, 404, 500])
    func others(status: Int) {
        #expect(schedule.next(after: .answered(status: 410, retryAfter: nil), tries: 1, age: .zero) == .givenUp(.gone))
        let answer = EventAnswer.answered(status: status, retryAfter: .seconds(600))
        #expect(schedule.next(after: answer, tries: 1, age: .zero) == .retry(after: .seconds(5)))
        let silence = EventAnswer.unanswered(reason: "timeout")
        #expect(schedule.next(after: silence, tries: 2, age: .zero) == .retry(after: .seconds(30)))
    }

    @Test(
        "a busy endpoint is left alone for as long as it asks, up to the longest pause",
        arguments: [(0, 5), (5, 5), (6, 30), (119, 120), (601, 3_600), (86_400, 3_600)])
    func busy(asked: Int, pause: Int) {
        for status in [429, 503] {
            let answer = EventAnswer.answered(status: status, retryAfter: .seconds(asked))
            #expect(schedule.next(after: answer, tries: 1, age: .zero) == .retry(after: .seconds(pause)))
        }
    }

    @Test(
        "what is put off without a try waits longer each time, and never shorter than it has to",
        arguments: [(1, 0, 5), (2, 0, 30), (3, 0, 120), (5, 0, 3_600), (99, 0, 3_600), (1, 6, 30), (2, 6, 30)])
    func putOff(count: Int, wait: Int, pause: Int) {
        #expect(schedule.pause(forPutOff: count, atLeast: .seconds(wait)) == .seconds(pause))
    }

    @Test("no event is lost or tried for ever, whatever is answered")
    func anyAnswer() {
        for status in 100..<600 {
            for tries in [1, 2, 5, 40, Int.max] {
                for age in [Duration.zero, .seconds(86_399), .seconds(86_400), .seconds(1_000_000)] {
                    let step = schedule.next(after: .answered(status: status, retryAfter: nil), tries: tries, age: age)
                    switch step {
                    case .told: #expect((200..<300).contains(status))
                    case .retry(let pause):
                        #expect(schedule.pauses.contains(pause) && age + pause < EventSchedule.life)
                    case .givenUp(let reason): #expect(reason == (status == 410 ? .gone : .tooOld))
                    }
                }
            }
        }
    }
}
