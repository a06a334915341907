"""Sends what libraries say to Google's hosts to a surface of ours, as a proxy in a company's network would.

The libraries stay as they are: only the way of `requests` to a host is another. No call leaves the machine.
"""

from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

HOSTS = {"identitytoolkit.googleapis.com", "securetoken.googleapis.com", "www.googleapis.com"}


class Rerouted(HTTPAdapter):
    def __init__(self, base):
        super().__init__()
        self.base = base

    def send(self, request, **options):
        parts = urlsplit(request.url)
        if parts.hostname in HOSTS:
            query = f"?{parts.query}" if parts.query else ""
            request.url = f"{self.base}/{parts.hostname}{parts.path}{query}"
        elif not request.url.startswith(self.base):
            raise requests.exceptions.ConnectionError(f"{parts.hostname} is beyond this machine")
        return super().send(request, **options)


def reroute(base):
    """From now on every session of `requests` calls the surface at `base`, also sessions that libraries make."""
    adapter = Rerouted(base)
    requests.Session.get_adapter = lambda session, url: adapter
