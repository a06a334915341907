"""Shows bill.py bad bills of materials and a good one, and gives deploy/sbom lists and files that it must read right."""

import importlib.util
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

import bill

SCRIPT = bill.REPOSITORY / "deploy/sbom"
SPEC = importlib.util.spec_from_loader("sbom", SourceFileLoader("sbom", str(SCRIPT)))
sbom = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sbom)

# As dpkg keeps it: one package that another provides, one that is gone, and one that nothing needs.
STATUS = """\
Package: libpq5
Status: install ok installed
Architecture: amd64
Source: postgresql-15 (15.18-0)
Version: 15.18-0+b1
Pre-Depends: libgone (>= 1) | libssl3:any
Depends: libc6 (>= 2.36), virtual-ldap, nowhere
Description: a library
 Depends: other

Package: libssl3
Status: install ok installed
Architecture: amd64
Version: 3.0

Package: libc6
Status: install ok installed
Architecture: amd64
Version: 1:2.36
Depends: libc6

Package: libldap
Status: install ok installed
Architecture: amd64
Version: 2.5
Provides: virtual-ldap (= 2.5), ldap

Package: libgone
Status: deinstall ok config-files
Architecture: amd64
Version: 1

Package: unused
Status: install ok installed
Architecture: all
Version: 1
"""
PIN = {"identity": "swift-nio", "location": "https://git.example/apple/swift-nio.git",
       "state": {"version": "2.101.2", "revision": "33af"}}


def good_bill(**changes):
    own = [sbom.component("git.example/apple/swift-nio", "2.101.2", "MIT")]
    return {**sbom.document({}, own, STATUS, {"libpq5"}, False), **changes}


class BillTests(unittest.TestCase):
    def test_good_bill(self):
        self.assertEqual(self.found(good_bill()), [])

    def test_bad_bills(self):
        """Something that the program is made of is not there, is there twice, or has no version or licence."""
        for change, finding in [
            (lambda bill: bill["components"][0].update(version="2.0"), "swift-nio is not there in the version that was built"),
            (lambda bill: bill["components"].pop(), "is a dependency and no component"),
            (lambda bill: bill["components"].append(bill["components"][1]), "is there more than once"),
            (lambda bill: bill["components"][1].update(version=""), "has no version"),
            (lambda bill: bill["components"][0].pop("licenses"), "swift-nio has no licence"),
        ]:
            made = good_bill()
            change(made)
            self.assertIn(finding, "\n".join(self.found(made)))
        self.assertEqual(self.found(good_bill(), {"libpq5", "librabbitmq4"}), ["librabbitmq4 is not there"])

    def found(self, made, wanted=frozenset({"libpq5"})):
        return list(bill.bill_findings(made, [PIN], set(wanted)))


class SbomTests(unittest.TestCase):
    def test_packages_of_debian(self):
        """What a package needs is followed to its end: alternatives, provided names; not what is gone or continued."""
        names = [one["name"] for one in good_bill()["components"]]
        self.assertEqual(names, ["swift-nio", "libc6", "libldap", "libpq5", "libssl3"])
        everything = sbom.document({}, [], STATUS, {"libpq5"}, True)
        self.assertEqual([one["name"] for one in everything["components"]], ["libc6", "libldap", "libpq5", "libssl3", "unused"])
        with self.assertRaisesRegex(SystemExit, "does not have libgone"):
            sbom.document({}, [], STATUS, {"libgone"}, False)

    def test_url_of_a_package(self):
        """Versions and sources as Debian writes them."""
        made = sbom.debian_package(sbom.installed(STATUS)["libpq5"])
        self.assertEqual(made["purl"], "pkg:deb/debian/libpq5@15.18-0%2Bb1?arch=amd64&distro=debian-12")
        self.assertEqual(made["properties"][0]["value"], "postgresql-15 15.18-0")

    def test_lost_version(self):
        """A new release that says its version elsewhere stops the bill, so that it never names an older one."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "header.h")
            path.write_text("#define MAJOR 9\n#define MINOR 3\n")
            self.assertEqual(sbom.found(path, r"MAJOR (\d+)|MINOR (\d+)"), "9.3")
            with self.assertRaisesRegex(SystemExit, "names no version any more"):
                sbom.found(path, r"PATCH (\d+)")

    def test_licences(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, licence in [("Apache License\nVersion 2.0", "Apache-2.0"), ("Mine alone", None),
                                  ("Apache License\nRuntime Library Exception", "Apache-2.0 WITH Swift-exception"),
                                  ("Permission is hereby granted, free of charge", "MIT")]:
                Path(folder, "LICENSE.txt").write_text(text)
                self.assertEqual(sbom.licence_of(Path(folder)), licence)

    def test_same_bytes(self):
        """The serial number follows from the content."""
        self.assertEqual(good_bill()["serialNumber"], good_bill()["serialNumber"])
        other = sbom.document({}, [], STATUS, {"libpq5"}, False)
        self.assertNotEqual(other["serialNumber"], good_bill()["serialNumber"])

    def test_version_of_the_program(self):
        """A release and any other build, as the program says them; other words stop the bill."""
        for said in ("0.2.0", "0.2.0-rc.1", "0.1.0+baaef228d676.changed"):
            self.assertEqual(sbom.version_said(f"{said}\nnumbering plan 9.0.43 of 2026-11-06\n"), said)
        with self.assertRaisesRegex(SystemExit, "says no version"):
            sbom.version_said("usage: verifyd\n")


if __name__ == "__main__":
    unittest.main()
