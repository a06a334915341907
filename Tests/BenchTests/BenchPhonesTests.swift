import Bench
import Testing
import VerificationCore

@Suite("the phones of a measurement")
struct BenchPhonesTests {
    @Test("each number has a phone of its own, from which it is read again", arguments: [0, 42, 1_000_000, 99_999_999])
    func numbers(number: Int) {
        let body = #"{"type":"sms.send","data":{"to":"\#(BenchPhones.text(number))","text":"+1"}}"#
        #expect(BenchPhones.number(in: body.utf8) == number)
        #expect(BenchPhones.phone(number).e164.count == "+4915100000042".count)
    }

    @Test(
        "a text without such a phone has no number",
        arguments: ["", "+", "+49151", "+4915100000x42", "+4916000000042"])
    func strangers(text: String) {
        #expect(BenchPhones.number(in: text.utf8) == nil)
    }

    @Test("addresses differ")
    func addresses() {
        #expect(Set((0..<70_000).map(BenchPhones.address)).count == 70_000)
        #expect(IPAddress(BenchPhones.address(69_999)) != nil)
    }
}
