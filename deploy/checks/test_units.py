"""Gives the check of the units wrong names, and systemd-analyze a unit that it must refuse."""

import tempfile
import unittest
from pathlib import Path

import units
from program import Program, Setting

PROGRAM = Program(
    (Setting("database.url", True), Setting("admin.port", False), Setting("amqp.caFile", False)),
    frozenset({"api", "migrate"}), 24.5)
FOLDER = Path(__file__).parents[1] / "systemd"
GOOD = """\
[Unit]
Description=the API
[Service]
Type=exec
ExecStart=/usr/local/bin/verifyd api --set admin.port=1 --secrets %d
Environment=VERIFYD_ADMIN_PORT=1 VERIFYD_AMQP_CA_FILE=/a
LoadCredential=database-url:/etc/verifyd/secrets/api/database-url
TimeoutStopSec=30
"""


class UnitTests(unittest.TestCase):
    def findings(self, *changes, name="verifyd-api.service"):
        text = GOOD
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return list(units.unit_findings(name, text, PROGRAM))

    def assert_bad(self, part, *changes, **unit):
        self.assertTrue(any(part in finding for finding in self.findings(*changes, **unit)), f"{part!r} was not found")

    def test_good_unit(self):
        self.assertEqual(self.findings(), [])
        self.assertEqual(self.findings(("exec", "oneshot"), ("TimeoutStopSec=30\n", "")), [])

    def test_unit_names(self):
        self.assert_bad("no command apis", ("verifyd api", "verifyd apis"))
        self.assert_bad("does not start the command migrate", name="verifyd-migrate.service")
        self.assert_bad("and not /usr/local/bin/verifyd", ("/usr/local/bin/", "/opt/"))
        self.assert_bad("no setting admin.prot", ("admin.port", "admin.prot"))
        self.assert_bad("no variable VERIFYD_ADMIN_PROT", ("ADMIN_PORT", "ADMIN_PROT"))
        self.assert_bad("no secret amqp-caFile", ("=database-url", "=amqp-caFile"))
        self.assert_bad("must come from", ("secrets/api", "secrets/worker"))

    def test_time_to_stop(self):
        for value in ("24", "24s", "5min", ""):
            self.assert_bad("must be longer than 24.5 s", ("TimeoutStopSec=30", f"TimeoutStopSec={value}"))

    def test_watchdog(self):
        """A role that hangs is restarted."""
        program = Program(PROGRAM.settings, PROGRAM.commands, 24.5, frozenset({"api"}))
        watched = GOOD.replace("Type=exec", "Type=notify\nWatchdogSec=30")
        for text, number in ((watched, 0), (GOOD, 1), (watched.replace("=30\nExec", "=300\nExec"), 1)):
            self.assertEqual(len(list(units.unit_findings("verifyd-api.service", text, program))), number)

    def test_roles(self):
        """Each role has a unit, and migration and grants start before it."""
        program = Program(PROGRAM.settings, PROGRAM.commands, 24.5, frozenset({"api", "worker"}))
        before = "[Unit]\nBefore=verifyd-api.service verifyd-worker.service\n"
        after = f"Requires={units.MIGRATE}\nAfter={units.MIGRATE}\n"
        migrate = {units.MIGRATE: before, units.GRANTS: before + after}
        right = migrate | {"verifyd-api.service": GOOD, "verifyd-worker.service": GOOD}
        self.assertEqual(list(units.role_findings(right, program)), [])
        self.assertEqual(
            list(units.role_findings(migrate | {"verifyd-api.service": GOOD}, program)), ["the role worker has no unit"])
        late = right | {units.MIGRATE: "[Unit]\nBefore=verifyd-api.service\n"}
        self.assertEqual(
            list(units.role_findings(late, program)), ["verifyd-migrate.service: must start before verifyd-worker.service"])
        for key in ("Requires", "After"):
            loose = right | {units.GRANTS: (before + after).replace(f"{key}=", "X=")}
            self.assertEqual(list(units.role_findings(loose, program)), [f"{units.GRANTS}: has no {key}={units.MIGRATE}"])

    def test_grants(self):
        """The unit that gives rights starts psql itself, and tells nobody the owner's password."""
        good = (FOLDER / units.GRANTS).read_text()
        self.assertEqual(list(units.grants_findings(good)), [])
        for old, new in ((units.PSQL, "/usr/bin/psql"), ("--file", "postgres://a:b@c/d --file"), ("PGSERVICE=", "PGPASSWORD="),
                         ("secrets/migrate", "secrets/api"), ("PGSERVICEFILE", "PGSERVICEFILES")):
            self.assertIn(old, good)
            self.assertNotEqual(list(units.grants_findings(good.replace(old, new))), [], new)

    def test_systemd(self):
        """Each check by systemd-analyze finds the fault that was made for it."""
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as root:
            for name, more in (("good", ""), ("unknown", "NoSuchKey=1\n"), ("exposed", "PrivateUsers=no\n")):
                Path(folder, f"{name}.service").write_text(f"[Service]\nExecStart={units.PROGRAM}\n{more}")
            units.install(Path(folder), Path(root) / "r")
            self.assertEqual(list(units.verified(Path(root) / "r", ["good.service"])), [])
            said = list(units.verified(Path(root) / "r", ["unknown.service"]))
            self.assertTrue(any("NoSuchKey" in line for line in said), said)
            said = list(units.secured(Path(root) / "r", "exposed.service"))
            self.assertTrue(any("PrivateUsers" in line for line in said), said)


if __name__ == "__main__":
    unittest.main()
