"""Shows image.py stages that it has to read, and instructions that it must not pass over."""

import subprocess
import unittest
from pathlib import Path

import image

REPOSITORY = Path(__file__).parents[2]
GOOD = """FROM swift:6.3-bookworm AS build
RUN swift build
FROM debian:bookworm-slim
LABEL a="b"
RUN apt-get update \\
    && apt-get install --yes libpq5
COPY --from=build /built/verifyd /usr/local/bin/verifyd
WORKDIR /etc/verifyd
USER 10001:10001
EXPOSE 8080
ENTRYPOINT ["verifyd"]
CMD ["serve"]
"""
COMPOSE = """x-ready: &ready
  test:
    - CMD
    - bash
    - -c
    - >-
      exec 3<>/dev/tcp/127.0.0.1/9464 &&
      [ "$$status" = 200 ]
  interval: 10s
"""


class ImageTests(unittest.TestCase):
    def test_last_stage_of_an_image(self):
        """Every instruction of the last stage, and none of an earlier one."""
        said = image.last_stage(GOOD)
        self.assertEqual(said["run"], ["apt-get update && apt-get install --yes libpq5"])
        self.assertEqual([said[name] for name in ("release", "user", "group", "folder", "program")],
                         ["bookworm", "10001", "10001", "/etc/verifyd", "/usr/local/bin/verifyd"])
        check = image.health_check(COMPOSE)
        self.assertEqual(check, 'exec 3<>/dev/tcp/127.0.0.1/PORT && [ "$status" = 200 ]')
        script = "\n".join([*image.words_of_bash(said, check), 'printf "%s|" "${image_start[@]}" "${image_run[@]}" "$image_check"'])
        printed = subprocess.run(["bash", "-c", script], check=True, capture_output=True, text=True).stdout
        self.assertEqual(printed.split("|")[:-1], ["verifyd", "serve", said["run"][0], check])

    def test_unknown_instructions(self):
        """An instruction that the script would pass over, and one that it needs."""
        for change in (("EXPOSE 8080", "ENV A=b"), ("EXPOSE 8080", "COPY a /b"), ("EXPOSE 8080", "HEALTHCHECK NONE"),
                       ("bookworm-slim", "latest"), ("USER 10001:10001\n", ""), ("USER 10001:10001", "USER verifyd")):
            with self.assertRaises(image.Unknown, msg=change):
                image.last_stage(GOOD.replace(*change))
        with self.assertRaises(image.Unknown):
            image.health_check(COMPOSE.replace("9464", "80"))

    def test_files_of_the_repository(self):
        said = image.last_stage((REPOSITORY / "deploy/container/Containerfile").read_text())
        self.assertEqual(said["entrypoint"], ["verifyd"])
        self.assertIn("/readyz", image.health_check((REPOSITORY / "deploy/compose/compose.yaml").read_text()))


if __name__ == "__main__":
    unittest.main()
