"""Gives each check of floor_plan.py bad code, which it must find, and good code, which it must let pass."""

import unittest
from pathlib import Path

import floor_plan
from swift_source import SwiftSource


def findings(**files):
    """The findings in files; in a file's name, `__` stands for `/` and `_plus_` for `+`."""
    sources = [
        SwiftSource(Path("Sources") / (name.replace("__", "/").replace("_plus_", "+") + ".swift"), text)
        for name, text in files.items()
    ]
    return list(floor_plan.findings_in(sources))


class FloorPlanTests(unittest.TestCase):
    def test_places(self):
        self.assertEqual(findings(Thing__Thing="package struct Thing { struct Part {} }\nprivate enum Helper {}\n"), [])
        self.assertEqual(findings(Thing__Thing_plus_part="extension Thing {\n    struct Part {}\n}\n"), [])
        self.assertEqual(findings(Thing__Thing_plus_part="/// `struct Other {}`\nlet a = \"enum B {}\"\n"), [])
        for declaration in ("struct", "package final class", "enum", "actor", "public protocol"):
            found = findings(Thing__Thing=f"struct Thing {{}}\n\n{declaration} Other {{}}\n")
            self.assertEqual(found, ["Sources/Thing/Thing.swift:3: Other has nothing to do with Thing"])
        self.assertEqual(findings(Thing__Other="struct Thing {}\n"), ["Sources/Thing/Other.swift:1: Thing is not in a file of its name"])
        self.assertEqual(
            findings(Thing__Thing_plus_part="struct Other {}\n"),
            ["Sources/Thing/Thing+part.swift:1: Other is not in a file of its name"])

    def test_relatives(self):
        part = "\n/// A part.\nstruct Part {{\n{}}}\n"
        head = "struct Thing { let parts: [Part] }\n"
        self.assertEqual(findings(Thing__Thing=head + part.format("    var a = 1\n" * 27)), [])
        self.assertEqual(
            findings(Thing__Thing=head + part.format("    var a = 1\n" * 28)),
            ["Sources/Thing/Thing.swift:4: Part follows Thing and has 31 lines; 30 are the most"])
        five = "".join(f"enum Part{number} {{ case of(Thing) }}\n" for number in range(5))
        self.assertEqual(
            findings(Thing__Thing="struct Thing {}\n" + five),
            ["Sources/Thing/Thing.swift:6: 5 types follow Thing; 4 are the most"])

    def test_homes(self):
        home = "struct Thing { let part: Part }\n\nstruct Part {}\n"

        def found(users, both, first=0):
            files = {f"Thing__User{number}": f"struct User{number} {{ let part: Part }}\n" for number in range(users)}
            for number in range(both):
                files[f"Thing__User{number}"] = f"struct User{number} {{ let part: Part, thing: Thing }}\n"
            for number in range(first):
                files[f"Thing__Reader{number}"] = f"struct Reader{number} {{ let thing: Thing }}\n"
            return findings(Thing__Thing=home, **files)

        self.assertEqual(found(12, both=3), [])
        self.assertEqual(found(11, both=0), [])
        self.assertEqual(found(12, both=2, first=10), [])
        self.assertEqual(
            found(12, both=2, first=9),
            ["Sources/Thing/Thing.swift:3: 12 files use Part, 2 of them with Thing; give it a file of its name"])

    def test_circles(self):
        upper, lower = "struct Upper { let lower: Lower }\n", "struct Lower {}\n"
        self.assertEqual(findings(Thing__Upper=upper, Thing__Low__Lower=lower), [])
        self.assertEqual(
            findings(Thing__Upper=upper, Thing__Low__Lower=lower + "extension Upper {}\n"),
            ["Sources/Thing/Upper.swift: . looks at Low/Lower.swift", "Sources/Thing/Low/Lower.swift: Low looks at ./Upper.swift"])

    def test_long_circles(self):
        found = findings(
            Thing__A__One="struct One { let a: Two }\n", Thing__B__Two="struct Two { let a: Three }\n",
            Thing__C__Three="struct Three { var a: One.Part }\n", Thing__D__Four="struct Four { let a: One }\n")
        self.assertEqual(len(found), 3)
        self.assertFalse(any("D" in finding for finding in found))

    def test_what_is_no_arrow(self):
        lower = 'struct Lower {\n    /// Of an `Upper`.\n    let name = "Upper"\n    let other: Elsewhere.Upper\n}\n'
        self.assertEqual(findings(Thing__Upper="struct Upper { let a: Lower }\n", Thing__Low__Lower=lower), [])

    def test_order(self):
        phone, rule = "struct Phone {}\n", "struct Rule { let phone: Phone }\n"
        self.assertEqual(findings(VerificationCore__Phone__Phone=phone, VerificationCore__Rules__Rule=rule), [])
        self.assertEqual(
            findings(VerificationCore__Rules__Phone=phone, VerificationCore__Phone__Rule=rule),
            ["Sources/VerificationCore/Phone/Rule.swift: Phone looks at Rules/Phone.swift"])
        self.assertEqual(
            findings(VerificationCore__Attic__Phone=phone),
            ["VerificationCore: the order of the folders does not name Attic"])


if __name__ == "__main__":
    unittest.main()
