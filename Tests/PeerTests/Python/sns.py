"""Amazon's SNS as moto plays it, on a free port of this machine, with the signatures of calls checked.

The first line of stdout holds where it listens, and an access key whose owner may publish. Each line of stdin asks for
what has arrived, which is one line of stdout. The end of stdin ends the program.
"""

import json
import os
import sys

# Moto checks no signature unless this is set; so many calls pass unchecked first.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"

import boto3  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402
from moto.sns.models import sns_backends  # noqa: E402

REGION = "eu-west-1"
POLICY = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sns:Publish", "Resource": "*"}]}


def make_access_key(url):
    """The three calls that nobody checks make the owner of the key."""
    nobody = boto3.client(
        "iam", endpoint_url=url, region_name=REGION, aws_access_key_id="nobody", aws_secret_access_key="nothing")
    nobody.create_user(UserName="verify")
    nobody.put_user_policy(UserName="verify", PolicyName="publish", PolicyDocument=json.dumps(POLICY))
    return nobody.create_access_key(UserName="verify")["AccessKey"]


def arrived():
    messages = sns_backends[DEFAULT_ACCOUNT_ID][REGION].sms_messages
    return [{"id": name, "to": message[0], "text": message[1]} for name, message in messages.items()]


server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}/"
key = make_access_key(url)
print(json.dumps({"url": url, "account": key["AccessKeyId"], "secret": key["SecretAccessKey"]}), flush=True)
for _ in sys.stdin:
    print(json.dumps(arrived()), flush=True)
server.stop()
