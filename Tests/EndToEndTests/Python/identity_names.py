"""Lets names lead to a surface of ours, as a hosts file or the DNS of a private network would.

Libraries stay as they are: they take the surface for the host that they call, and check its certificate for that name.
"""

import socket
from urllib.parse import urlsplit

HOSTS = (
    "identitytoolkit.googleapis.com", "securetoken.googleapis.com", "www.googleapis.com", "securetoken.google.com")


def resolve(base, names=HOSTS):
    """From now on these names are the machine and port of `base`; no other name is found."""
    place, find = urlsplit(base), socket.getaddrinfo

    def getaddrinfo(host, port, *others, **more):
        name = host.decode() if isinstance(host, bytes) else host
        if name in names:
            return find("127.0.0.1", place.port, *others, **more)
        if name not in ("127.0.0.1", "localhost"):
            raise socket.gaierror(socket.EAI_NONAME, f"{name} is beyond this machine")
        return find(host, port, *others, **more)

    socket.getaddrinfo = getaddrinfo
