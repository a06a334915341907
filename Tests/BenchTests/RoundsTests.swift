import Bench
import Testing

@Suite("the middle of several rounds")
struct RoundsTests {
    @Test(
        "a single outlier moves nothing",
        arguments: [([], 0), ([3], 3), ([9, 1], 5), ([1, 2, 90], 2), ([4, 1, 90, 2], 3)] as [([Double], Double)])
    func median(figures: [Double], middle: Double) {
        #expect(Rounds.median(figures) == middle)
    }
}
