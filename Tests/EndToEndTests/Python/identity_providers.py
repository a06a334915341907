"""firebase-admin, as it is on PyPI, sets up a project's providers and second factors; prints which promises are broken.

The argument is a JSON object, as `identity_admin.py` reads it, and besides:
  secret             the clients' secret, which no answer may have
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import firebase_admin  # noqa: E402
from firebase_admin import auth, exceptions  # noqa: E402

from identity_device import Device  # noqa: E402
from identity_hosts import reroute  # noqa: E402
from identity_key import Key  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

promise = Promises()


class Backend:
    def __init__(self, job):
        self.job, self.device = job, Device(job)
        reroute(job["base"])
        if job["mode"] == "emulator":
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = job["base"].removeprefix("http://")
        self.app = self.with_key(job["admin"], "[DEFAULT]")

    def with_key(self, key, name):
        return firebase_admin.initialize_app(Key(key), {"projectId": self.job["project"]}, name)


def refused(kind, word, call, *arguments, **named):
    with claim.assertRaises(exceptions.FirebaseError) as caught:
        call(*arguments, **named)
    claim.assertIs(type(caught.exception), kind)
    claim.assertIn(word, str(caught.exception))


@promise("a provider of OpenID Connect is made with all fields, and found as it was made")
def makes(backend):
    made = auth.create_oidc_provider_config(
        "oidc.shop", client_id="shop-1", issuer="https://id.example/realm", display_name="The Shop", enabled=True,
        client_secret=backend.job["secret"], id_token_response_type=False, code_response_type=True)
    for config in (made, auth.get_oidc_provider_config("oidc.shop")):
        claim.assertEqual(config.provider_id, "oidc.shop")
        claim.assertEqual(config.client_id, "shop-1")
        claim.assertEqual(config.issuer, "https://id.example/realm")
        claim.assertEqual(config.display_name, "The Shop")
        claim.assertIs(config.enabled, True)
        claim.assertIs(config.code_response_type, True)
        claim.assertIs(config.id_token_response_type, False)
        claim.assertIsNone(config.client_secret, "a secret is written, and never read")


@promise("a provider that says little is off, and answers with ID tokens")
def usual(backend):
    made = auth.create_oidc_provider_config("oidc.plain", client_id="p", issuer="https://plain.example")
    claim.assertIs(made.enabled, False)
    claim.assertIs(made.id_token_response_type, True)
    claim.assertIs(made.code_response_type, False)
    claim.assertIsNone(made.display_name)


@promise("each field is changed by itself, and the others stay")
def changes(backend):
    for change, seen in (
        ({"client_id": "shop-2"}, ("shop-2", "https://id.example/realm", "The Shop", True)),
        ({"issuer": "https://other.example"}, ("shop-2", "https://other.example", "The Shop", True)),
        ({"display_name": "Shop 2"}, ("shop-2", "https://other.example", "Shop 2", True)),
        ({"enabled": False}, ("shop-2", "https://other.example", "Shop 2", False)),
        ({"display_name": auth.DELETE_ATTRIBUTE, "enabled": True}, ("shop-2", "https://other.example", None, True)),
    ):
        changed = auth.update_oidc_provider_config("oidc.shop", **change)
        for config in (changed, auth.get_oidc_provider_config("oidc.shop")):
            claim.assertEqual((config.client_id, config.issuer, config.display_name, config.enabled), seen)
            claim.assertIs(config.code_response_type, True, "what a change does not name stays, also the secret")
    changed = auth.update_oidc_provider_config("oidc.shop", id_token_response_type=True, code_response_type=False)
    claim.assertIs(changed.id_token_response_type, True)


@promise("providers are listed in pages, each of them once")
def lists(backend):
    names = {f"oidc.page-{number}" for number in range(7)}
    for name in names:
        auth.create_oidc_provider_config(name, client_id="p", issuer="https://page.example")
    page, seen = auth.list_oidc_provider_configs(max_results=3), []
    while page:
        claim.assertLessEqual(len(page.provider_configs), 3)
        seen += [config.provider_id for config in page.provider_configs]
        page = page.get_next_page()
    claim.assertEqual(len(seen), len(set(seen)))
    claim.assertLessEqual(names | {"oidc.shop", "oidc.plain"}, set(seen))
    claim.assertEqual(sorted(seen), [config.provider_id for config in auth.list_oidc_provider_configs().iterate_all()])


@promise("what is not there, there already, or none is refused by the wire's word")
def refuses(backend):
    missing = auth.ConfigurationNotFoundError
    refused(missing, "CONFIGURATION_NOT_FOUND", auth.get_oidc_provider_config, "oidc.nobody")
    refused(missing, "CONFIGURATION_NOT_FOUND", auth.update_oidc_provider_config, "oidc.nobody", enabled=True)
    refused(missing, "CONFIGURATION_NOT_FOUND", auth.delete_oidc_provider_config, "oidc.nobody")
    wrong, good = exceptions.InvalidArgumentError, {"client_id": "p", "issuer": "https://plain.example"}
    refused(wrong, "CONFIGURATION_EXISTS", auth.create_oidc_provider_config, "oidc.plain", **good)
    refused(wrong, "INVALID_CONFIG_ID", auth.create_oidc_provider_config, "oidc.a%2Fb", **good)
    make = auth.create_oidc_provider_config
    refused(wrong, "INVALID_ISSUER", make, "oidc.x", "p", "http://plain.example")
    refused(wrong, "INVALID_OAUTH_CLIENT_ID", make, "oidc.x", "a b", "https://plain.example")
    refused(missing, "CONFIGURATION_NOT_FOUND", auth.get_oidc_provider_config, "oidc.x")


@promise("a provider that was deleted is gone, and its name is free")
def deletes(backend):
    auth.delete_oidc_provider_config("oidc.plain")
    refused(auth.ConfigurationNotFoundError, "CONFIGURATION_NOT_FOUND", auth.get_oidc_provider_config, "oidc.plain")
    auth.create_oidc_provider_config("oidc.plain", client_id="q", issuer="https://plain.example")
    claim.assertEqual(auth.get_oidc_provider_config("oidc.plain").client_id, "q")
    auth.delete_oidc_provider_config("oidc.plain")


@promise("providers of SAML are not served, and say so in an error that the library knows")
def saml(backend):
    with claim.assertRaises(exceptions.FirebaseError) as caught:
        auth.list_saml_provider_configs()
    claim.assertEqual(caught.exception.http_response.status_code, 501)


@promise("keys of other scopes set up nothing", ("production",))
def scopes(backend):
    for scope in ("users", "client", "send"):
        app = backend.with_key(backend.job[scope], scope)
        with claim.assertRaises(exceptions.FirebaseError):
            auth.list_oidc_provider_configs(app=app)
        with claim.assertRaises(exceptions.FirebaseError):
            auth.delete_oidc_provider_config("oidc.shop", app=app)
    claim.assertEqual(auth.get_oidc_provider_config("oidc.shop").client_id, "shop-2")


promise.tell(Backend)
