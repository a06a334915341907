"""What a roll may cost: finds in the record of a load what was lost, doubled, refused or left."""

from dataclasses import dataclass, field

# For how many seconds a check may be answered with 5xx, or not at all, before it gets a good answer.
LONGEST_REFUSAL = 1.0


@dataclass
class Person:
    """One person who wants to be verified, and what became of it."""

    phone: str
    # Whether the API has accepted the request.
    accepted: bool = False
    # How many calls the gateway has had for the phone.
    sms: int = 0
    # The answers to the checks of the right code, in order: when, and the status; 0 stands for no answer.
    checks: list[tuple[float, int]] = field(default_factory=list)


def is_refusal(status):
    return status == 0 or status >= 500


def longest_refusal(checks):
    """How many seconds lie between the first refusal and the next good answer, where that is longest; a check that
    was refused to the end counts without end."""
    longest, since = 0.0, None
    for moment, status in checks:
        if not is_refusal(status):
            if since is not None:
                longest = max(longest, moment - since)
            since = None
        elif since is None:
            since = moment
    return longest if since is None else float("inf")


def findings(people, queues):
    """What went wrong, a sentence each. `queues`: how many messages are left in each queue."""
    def told(words, found):
        return [f"{len(found)} {words}, for example {found[0].phone}"] if found else []

    slow = [person for person in people if longest_refusal(person.checks) > LONGEST_REFUSAL]
    return [
        *([] if people else ["nobody came"]),
        *told("people were never accepted", [person for person in people if not person.accepted]),
        *told("accepted people got no SMS", [person for person in people if person.accepted and not person.sms]),
        *told("people got more than one SMS", [person for person in people if person.sms > 1]),
        *told("people typed the right code and were not approved",
              [person for person in people if person.sms and (not person.checks or person.checks[-1][1] != 200)]),
        *told(f"people's checks were refused for longer than {LONGEST_REFUSAL:g} s", slow),
        *(f"{count} messages are left in {name}" for name, count in sorted(queues.items()) if count),
    ]
