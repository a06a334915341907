"""Gives the checks of container and compose files bad lines, which they must find, and good lines beside them."""

import tempfile
import unittest
from pathlib import Path

import containers
import libraries
from program import Program, Setting

PROGRAM = Program((Setting("admin.port", False),), frozenset({"api"}), 24.5)


def service(**changes):
    good = {
        "build": {"dockerfile": containers.DOCKERFILE},
        "command": ["api", "--secrets", "/run/secrets"],
        "environment": {"VERIFYD_ADMIN_PORT": "1", "OTHER": "2"},
        "ports": ["127.0.0.1:1:1"],
        "volumes": [{"type": "bind", "target": "/run/secrets", "bind": {"create_host_path": False}}],
        "stop_grace_period": "30s",
        "deploy": {"resources": {"limits": {"cpus": "1", "memory": "1G", "pids": 1}}},
    }
    return {"one": good | changes}


class ContainerTests(unittest.TestCase):
    def assert_bad(self, part, **changes):
        findings = list(containers.compose_findings(service(**changes), PROGRAM))
        self.assertTrue(any(part in finding for finding in findings), f"{part!r} was not found in {findings}")

    def test_good_service(self):
        self.assertEqual(list(containers.compose_findings(service(), PROGRAM)), [])
        others = service(image="a/b:v1.2.3", build={}, command=["x"], environment={"VERIFYD_X": "1"}, stop_grace_period="1s")
        self.assertEqual(list(containers.compose_findings(others, PROGRAM)), [])

    def test_compose_names(self):
        self.assert_bad("no command apis", command=["apis"])
        self.assert_bad("no setting admin.prot", command=["api", "--set", "admin.prot=1"])
        self.assert_bad("no variable VERIFYD_ADMIN_PROT", environment={"VERIFYD_ADMIN_PROT": "1"})
        self.assert_bad("/run/other is not mounted", command=["api", "--secrets", "/run/other"])

    def test_compose_limits(self):
        self.assert_bad("longer than 24.5 s", stop_grace_period="24s")
        self.assert_bad("longer than 24.5 s", stop_grace_period="5m")
        self.assert_bad("open beyond this machine", ports=["8080:8080"])
        self.assert_bad("open beyond this machine", ports=["0.0.0.0:8080:8080"])
        self.assert_bad("the long form", volumes=["./a:/run/secrets"])
        self.assert_bad("would be made", volumes=[{"type": "bind", "target": "/run/secrets"}])
        for image in ("a/b", "a/b:latest", "rabbitmq:3.13", "postgres:15-bookworm"):
            self.assert_bad("names no version", image=image, build={})
        self.assert_bad("may take all", deploy={"resources": {"limits": {"cpus": "1", "memory": "1G"}}})

    def test_roles_have_services(self):
        """Each role has a service of its name that starts it."""
        program = Program(PROGRAM.settings, PROGRAM.commands, 24.5, frozenset({"api"}))
        right = {"api": service()["one"]}
        self.assertEqual(list(containers.role_findings(right, program)), [])
        for wrong in ({}, service(), {"api": right["api"] | {"command": ["worker"]}}, {"api": right["api"] | {"build": {}}}):
            self.assertEqual(list(containers.role_findings(wrong, program)), ["the role api has no service"])

    def test_first_start(self):
        """Each user of the database gets its password."""
        users = "\\set api verifyd_api \\endif\n"
        right = "\\set api `cat /run/secrets/api`\nalter role verifyd_api password :'api';\n"
        self.assertEqual(list(containers.user_findings(users, right)), [])
        for line in right.splitlines():
            self.assertEqual(len(list(containers.user_findings(users, right.replace(line, "")))), 1)

    def test_compose_variables(self):
        findings, text = containers.variables_in("a: ${IMAGE:-b:1}/${HOME_OF_IT:?make it so}, $${c}")
        self.assertEqual((findings, text), ([], "a: b:1//HOME_OF_IT, $${c}"))
        for text in ("${PASSWORD:-guest}", "${PASSWORD}", "${PASSWORD:?}"):
            self.assertEqual(len(containers.variables_in(text)[0]), 1, text)

    def test_prepared_folder(self):
        """A folder is as the services and the program need it, and each fault is found."""
        program = Program((Setting("database.url", True),), frozenset({"api"}), 24.5)
        services = {
            "api": {"build": {"dockerfile": containers.DOCKERFILE}, "volumes": [
                {"source": f"{containers.INSTALLATION}/secrets/api"}, {"source": "./beside"}]},
        }
        with tempfile.TemporaryDirectory() as scratch:
            folder, secrets = Path(scratch), Path(scratch, "secrets/api")
            self.assertEqual(len(list(containers.folder_findings(services, folder, program))), 1)
            secrets.mkdir(parents=True)
            for url, count in (("postgres://verifyd_worker:x@d", 1), ("amqps://verifyd_api:x@b", 1), ("", 0),
                               ("postgres://verifyd_api:x@d", 0), ("amqp://verifyd-api:x@b", 0)):
                Path(secrets, "database-url").write_text(url)
                Path(secrets, "database-url").chmod(0o644)
                self.assertEqual(len(list(containers.folder_findings(services, folder, program))), count, url)
            Path(secrets, "database-uri").touch(0o644)
            self.assertEqual(len(list(containers.folder_findings(services, folder, program))), 1)
            Path(secrets, "database-uri").rename(Path(secrets, "database-url"))
            Path(secrets, "database-url").chmod(0o600)
            self.assertEqual(len(list(containers.folder_findings(services, folder, program))), 1)
            Path(secrets, "database-url").chmod(0o644)
            folder.chmod(0o755)
            self.assertEqual(len(list(containers.folder_findings(services, folder, program))), 1)

    def test_image(self):
        good = 'FROM a AS b\nUSER root\nCOPY . .\nFROM c\nCOPY --from=b /a /a\nUSER 1:1\nENTRYPOINT ["verifyd"]\n'
        self.assertEqual(list(containers.image_findings(good)), [])
        for old, new in (
            ("USER 1:1", "USER 0:1"), ("USER 1:1", "USER verifyd"), ("USER 1:1\n", ""), ("--from=b /a", "."),
            ('["verifyd"]', '["sh"]'), ("USER 1:1", "USER 1:1\nENV DATABASE_PASSWORD=x"), ("FROM c", "FROM c\nADD a b"),
        ):
            self.assertEqual(len(list(containers.image_findings(good.replace(old, new)))), 1, new)

    def test_libraries(self):
        text = "FROM a\nRUN apt-get install --yes x\nFROM b\nRUN apt-get install --yes \\\n  libpq5 libstdc++6 \\\n  && rm x\n"
        self.assertEqual(libraries.installed_in(text), {"libpq5", "libstdc++6"})
        needed = {"libpq.so.5": "libpq5", "libc.so.6": "libc6"}
        self.assertEqual(list(libraries.findings_in(needed, {"libpq5", "ca-certificates"})), [])
        self.assertEqual(len(list(libraries.findings_in(needed, set()))), 1)
        self.assertEqual(len(list(libraries.findings_in(needed, {"libpq5", "libcurl4"}))), 1)
        self.assertEqual(len(list(libraries.findings_in({"libx.so": None}, set()))), 1)


if __name__ == "__main__":
    unittest.main()
