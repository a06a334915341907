"""Signs and judges calls with the providers' own libraries.

Each line of stdin is a JSON object: `task` names a function below, and the other members are what it takes.
The answer is one line of stdout. The end of stdin ends the program.
"""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from twilio.request_validator import RequestValidator
from vonage_http_client.auth import Auth


class Fields:
    """A form's fields as the frameworks hand them over: a name may have several values."""

    def __init__(self, pairs):
        self.pairs = pairs

    def __iter__(self):
        return iter(name for name, _ in self.pairs)

    def __bool__(self):
        return bool(self.pairs)

    def getlist(self, name):
        return [value for other, value in self.pairs if other == name]


def twilio_sign(secret, url, pairs, method, signature):
    return RequestValidator(secret).compute_signature(url, Fields(pairs), method)


def twilio_judge(secret, url, pairs, method, signature):
    return RequestValidator(secret).validate(url, Fields(pairs), signature, method)


def vonage(secret, method):
    return Auth(api_key="abcd1234", api_secret="not-used", signature_secret=secret, signature_method=method)


def vonage_sign(secret, fields, method):
    return vonage(secret, method).sign_params(dict(fields))


def vonage_judge(secret, fields, method):
    try:
        return vonage(secret, method).check_signature(dict(fields))
    except TypeError:
        # Python compares no letters beyond ASCII in constant time, so the library fails for such a signature.
        return False


def webhook_judge(secret, body, headers):
    try:
        Webhook(secret).verify(base64.b64decode(body), headers)
    except WebhookVerificationError as error:
        return str(error)
    return "genuine"


TASKS = {task.__name__: task for task in (twilio_sign, twilio_judge, vonage_sign, vonage_judge, webhook_judge)}

for line in sys.stdin:
    call = json.loads(line)
    print(json.dumps({"answer": TASKS[call.pop("task")](**call)}), flush=True)
