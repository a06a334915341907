"""Writes numbers, random and nearly right, and what Python's phonenumbers says of each.

    numbers_peer.py COUNT SEED

A line is the number, a tab, and either the number in E.164, its region and its kind, or why it is refused. The rules around
phonenumbers are those of verifyd: a trunk prefix goes until none is left, more than 15 digits are too many, and a number
of no country that would be served is of the kind nonGeographic.
"""

import random
import re
import sys
from pathlib import Path

import phonenumbers
from phonenumbers import PhoneNumberType as Type
from phonenumbers import ValidationResult as Result
from phonenumbers.phonemetadata import PhoneMetadata
from phonenumbers.phonenumberutil import COUNTRY_CODE_TO_REGION_CODE, NumberParseException

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "deploy/lib"))

from digit_language import DIGITS, Expression  # noqa: E402

# phonenumbers leaves its expressions to the cache of Python, which has room for half of them and would compile them anew.
re._MAXCACHE = 1 << 16

KINDS = {
    Type.FIXED_LINE: "fixedLine", Type.MOBILE: "mobile", Type.FIXED_LINE_OR_MOBILE: "fixedLineOrMobile",
    Type.TOLL_FREE: "tollFree", Type.PREMIUM_RATE: "premiumRate", Type.SHARED_COST: "sharedCost", Type.VOIP: "voip",
    Type.PERSONAL_NUMBER: "personal", Type.PAGER: "pager", Type.UAN: "universalAccess", Type.VOICEMAIL: "voicemail",
}
# What verifyd would serve, so that a number of no country has another kind.
SERVED = {"mobile", "fixedLineOrMobile", "voip"}
PROBLEMS = {
    NumberParseException.INVALID_COUNTRY_CODE: "unknown-calling-code", NumberParseException.NOT_A_NUMBER: "too-short",
    NumberParseException.TOO_SHORT_AFTER_IDD: "too-short", NumberParseException.TOO_SHORT_NSN: "too-short",
    NumberParseException.TOO_LONG: "too-long",
}
REASONS = {
    Result.INVALID_COUNTRY_CODE: "unknown-calling-code", Result.IS_POSSIBLE_LOCAL_ONLY: "too-short",
    Result.TOO_SHORT: "too-short", Result.TOO_LONG: "too-long", Result.IS_POSSIBLE: "impossible",
    Result.INVALID_LENGTH: "impossible",
}
DESCRIPTIONS = (
    "general_desc", "fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "voip", "personal_number", "pager",
    "uan", "voicemail",
)


def judged(text):
    for _ in range(4):
        try:
            number = phonenumbers.parse(text, None)
        except NumberParseException as problem:
            return PROBLEMS[problem.error_type]
        e164 = f"+{number.country_code}{phonenumbers.national_significant_number(number)}"
        if e164 == text:
            break
        text = e164
    else:
        return "impossible"
    kind = KINDS.get(phonenumbers.number_type(number))
    if kind is None:
        return REASONS[phonenumbers.is_possible_number_with_reason(number)]
    if len(e164) > 16:
        return "too-long"
    region = phonenumbers.region_code_for_number(number)
    if region == "001" and kind in SERVED:
        kind = "nonGeographic"
    return f"{e164} {region} {kind}"


class Numbers:
    """Numbers of every calling code, region and kind."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.codes = sorted(COUNTRY_CODE_TO_REGION_CODE)
        self.trees = [
            (code, Expression(pattern).tree) for code in self.codes for pattern in sorted(self.patterns(code))]
        self.trunks = {code: self.trunk(code) for code in self.codes}

    def metadata(self, code):
        for region in COUNTRY_CODE_TO_REGION_CODE[code]:
            yield PhoneMetadata.metadata_for_region_or_calling_code(code, region)

    def patterns(self, code):
        for metadata in self.metadata(code):
            for name in DESCRIPTIONS:
                description = getattr(metadata, name)
                if description is not None and description.national_number_pattern:
                    yield description.national_number_pattern

    def trunk(self, code):
        text = next(self.metadata(code)).national_prefix_for_parsing
        return Expression(text).tree if text else ("any", [("class", 1), ("class", 2)])

    def digits(self, count):
        return "".join(str(self.random.randrange(10)) for _ in range(count))

    def sample(self, tree):
        kind = tree[0]
        if kind == "class":
            return str(self.random.choice([digit for digit in DIGITS if tree[1] >> digit & 1]))
        if kind == "all":
            return "".join(self.sample(part) for part in tree[1])
        if kind == "any":
            return self.sample(self.random.choice(tree[1]))
        if kind == "group":
            return self.sample(tree[1])
        if kind == "end":
            return ""
        return "".join(self.sample(tree[1]) for _ in range(self.random.randint(tree[2], tree[3])))

    def changed(self, digits):
        """One digit another, one more, one less, or two that changed places."""
        place, way = self.random.randrange(len(digits)), self.random.randrange(4)
        if way == 0:
            return digits[:place] + self.digits(1) + digits[place + 1:]
        if way == 1:
            return digits[:place] + self.digits(1) + digits[place:]
        if way == 2:
            return digits[:place] + digits[place + 1:]
        return digits[:place] + digits[place:place + 2][::-1] + digits[place + 2:]

    def next(self):
        way = self.random.random()
        if way < 0.1:
            return "+" + self.digits(self.random.randint(1, 18))
        if way < 0.3:
            return f"+{self.random.choice(self.codes)}{self.digits(self.random.randint(0, 17))}"
        code, tree = self.random.choice(self.trees)
        digits = self.sample(tree)
        if way > 0.6:
            digits = self.changed(digits)
        if way > 0.85:
            digits = self.changed(digits or "0")
        for _ in range(self.random.choice((0, 0, 0, 0, 1, 1, 2))):
            digits = self.sample(self.trunks[code]) + digits
        return f"+{code}{digits}"


def main():
    count, seed = map(int, sys.argv[1:])
    numbers = Numbers(seed)
    for _ in range(count):
        number = numbers.next()
        sys.stdout.write(f"{number}\t{judged(number)}\n")


if __name__ == "__main__":
    main()
