"""A person's device with an app, as far as a script needs one: it signs in with the fixed code of a test number."""

import base64
import json

import requests

V1 = "identitytoolkit.googleapis.com/v1/accounts:"
V3 = "www.googleapis.com/identitytoolkit/v3/relyingparty/"


class Refused(Exception):
    """An error of the wire, as an SDK reads it."""

    def __init__(self, answer):
        self.status, self.body = answer.status_code, answer.json()
        self.message = self.body["error"]["message"]
        self.code = self.message.split(" : ")[0]
        super().__init__(f"{self.status} {self.message}")


class Device:
    def __init__(self, job):
        self.base, self.key, self.code = job["base"], job["client"], job["code"]
        self.project, self.mode = job["project"], job["mode"]

    def post(self, path, body, headers=None, **options):
        """Throws what the surface refuses."""
        answer = requests.post(
            f"{self.base}/{path}", params={"key": self.key}, headers=headers, timeout=60,
            **(options or {"json": body}))
        if answer.status_code != 200:
            raise Refused(answer)
        return answer.json()

    def v1(self, method, body, headers=None):
        return self.post(V1 + method, body, headers)

    def v3(self, method, body, headers=None):
        return self.post(V3 + method, body, headers)

    def session(self, phone):
        return self.v1("sendVerificationCode", {"phoneNumber": phone})["sessionInfo"]

    def sign_in(self, phone, **more):
        return self.v1("signInWithPhoneNumber", {"sessionInfo": self.session(phone), "code": self.code, **more})

    def refresh(self, token):
        body = {"grantType": "refresh_token", "refreshToken": token}
        return self.post("securetoken.googleapis.com/v1/token", body)

    def manage(self, path, body, key):
        """A call of a backend, by its key; the path begins after the project's id."""
        answer = requests.post(
            f"{self.base}/identitytoolkit.googleapis.com/v1/projects/{self.project}{path}", json=body,
            headers={"Authorization": f"Bearer {key}"}, timeout=60)
        if answer.status_code != 200:
            raise Refused(answer)
        return answer.json()


def claims(token):
    """What a token says, read as SDKs read it: without a look at the signature."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
