import HTTPService
import Operations
import StrictJSON

extension PeopleNow {
    /// As the overview has it.
    var data: JSONValue {
        [
            "sentence": .string(sentence), "within": .string(within), "asked": .count(asked), "queued": .count(queued),
            "notQueued": .count(notQueued), "rejected": .count(rejected), "limited": .count(limited),
            "accepted": .count(accepted), "waiting": .count(waiting),
        ]
    }
}
