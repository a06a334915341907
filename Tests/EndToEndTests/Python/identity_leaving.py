"""Runs the article's script against users in Google's form, and against a surface of ours; no call leaves the machine.

The argument is a JSON object:
  base, project, key    the surface, its project and a key of scope users
  account               the file of a service account of the Firebase project
  pages                 what Google lists: pages of users
  file                  where the users are on the way
  times                 how often they are imported

It prints {"printed": the lines of each run}.
"""

import contextlib
import io
import json
import os
import runpy
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests
from requests.adapters import HTTPAdapter

SCRIPT = Path(__file__).with_name("leave_firebase.py")
job = json.loads(sys.argv[1])


class Google(HTTPAdapter):
    """Answers for Google's hosts, lets calls to the surface pass, and nothing else."""

    def send(self, request, **options):
        parts = urlsplit(request.url)
        if request.url.startswith(job["base"] + "/"):
            return super().send(request, **options)
        answer = requests.Response()
        answer.status_code, answer.request, answer.url = 200, request, request.url
        answer.raw = io.BytesIO(json.dumps(self.answer(parts, request)).encode())
        return answer

    def answer(self, parts, request):
        if parts.hostname == "oauth2.googleapis.com":
            return {"access_token": "ya29.made-for-a-test", "expires_in": 3600, "token_type": "Bearer"}
        account = json.loads(Path(job["account"]).read_text())
        assert parts.hostname == "identitytoolkit.googleapis.com", parts.hostname
        assert parts.path == f"/v1/projects/{account['project_id']}/accounts:batchGet", parts.path
        assert request.headers["Authorization"] == "Bearer ya29.made-for-a-test"
        number = int(parse_qs(parts.query).get("nextPageToken", ["0"])[0])
        rest = {"nextPageToken": str(number + 1)} if number + 1 < len(job["pages"]) else {}
        return {"kind": "identitytoolkit#DownloadAccountResponse", "users": job["pages"][number], **rest}


def run(*arguments):
    sys.argv = [str(SCRIPT), *arguments]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        runpy.run_path(str(SCRIPT), run_name="__main__")
    return output.getvalue().splitlines()


google = Google()
requests.Session.get_adapter = lambda session, url: google
os.environ.update(
    SERVICE_ACCOUNT=job["account"], VERIFYD_URL=job["base"], VERIFYD_PROJECT=job["project"], VERIFYD_KEY=job["key"])
printed = [run("export", job["file"])] + [run("import", job["file"]) for _ in range(job["times"])]
json.dump({"printed": printed}, sys.stdout)
