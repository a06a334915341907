"""Brings the users of a Firebase project to verifyd, by way of a file.

  leave_firebase.py export users.json    needs SERVICE_ACCOUNT, the file of a service account of the Firebase project
  leave_firebase.py import users.json    needs VERIFYD_URL, VERIFYD_PROJECT, and VERIFYD_KEY, a key of scope users
"""
import json
import os
import sys
from pathlib import Path

import requests
from google.auth.transport.requests import AuthorizedSession
from google.oauth2.service_account import Credentials

API = "identitytoolkit.googleapis.com/v1/projects"
SCOPE = "https://www.googleapis.com/auth/identitytoolkit"
KEPT = (
    "localId", "email", "emailVerified", "phoneNumber", "displayName", "photoUrl", "disabled", "customAttributes",
    "createdAt", "lastLoginAt")


def users_of_firebase():
    account = Credentials.from_service_account_file(os.environ["SERVICE_ACCOUNT"], scopes=[SCOPE])
    session, page = AuthorizedSession(account), {"maxResults": 500}
    while True:
        answer = session.get(f"https://{API}/{account.project_id}/accounts:batchGet", params=page, timeout=60)
        answer.raise_for_status()
        yield from answer.json().get("users", [])
        page["nextPageToken"] = answer.json().get("nextPageToken")
        if not page["nextPageToken"]:
            return


def moved(user):
    """What verifyd takes of a user: no password, no secret of an authenticator app."""
    kept = {name: user[name] for name in KEPT if name in user}
    identities = [entry for entry in user.get("providerUserInfo", []) if entry["providerId"] not in ("password", "phone")]
    factors = [factor for factor in user.get("mfaInfo", []) if "phoneInfo" in factor]
    if len(factors) < len(user.get("mfaInfo", [])):
        print(f"{user['localId']}: the authenticator app has to be enrolled anew")
    return {**kept, "providerUserInfo": identities, "mfaInfo": factors}


def export(file):
    users = [moved(user) for user in users_of_firebase()]
    file.touch(mode=0o600)  # It holds personal data.
    file.write_text(json.dumps(users))
    print(f"{len(users)} users exported")


def load(file):
    users = json.loads(file.read_text())
    url = f"{os.environ['VERIFYD_URL']}/{API}/{os.environ['VERIFYD_PROJECT']}/accounts:batchCreate"
    key = {"Authorization": f"Bearer {os.environ['VERIFYD_KEY']}"}
    refused = 0
    for start in range(0, len(users), 500):
        batch = users[start:start + 500]
        answer = requests.post(url, json={"users": batch}, headers=key, timeout=120)
        answer.raise_for_status()
        for problem in answer.json().get("error", []):
            refused += 1
            print(f"{batch[problem['index']]['localId']}: {problem['message']}")
    print(f"{len(users) - refused} of {len(users)} users imported")


if __name__ == "__main__":
    {"export": export, "import": load}[sys.argv[1]](Path(sys.argv[2]))
