"""An SMSC on a free port of this machine: the server of smpp.twisted3, which prints what it decoded.

Each line of stdin is a JSON object that sets what happens from now on: `status` is the answer to every submit_sm, for
example "ESME_RTHROTTLED"; `codec` reads texts of its default alphabet; `refuses` is a form of validity_period that it
refuses, "relative" or "absolute"; with `is_hexadecimal` it writes ids in base 16; `deliver` is sent as a deliver_sm over
the standing bind; `unbind` ends that bind. Each line of stdout is an event. The end of stdin ends the program.
"""

import json
import os
import sys

import gsm0338  # noqa: F401  registers the codec
from smpp.pdu.operations import DeliverSM
from smpp.pdu.pdu_types import (
    CommandStatus, DataCodingDefault, EsmClass, EsmClassMode, EsmClassType, MessageState)
from smpp.pdu.sm_encoding import SMStringEncoder
from smpp.pdu.smpp_time import SMPPRelativeTime
from smpp.twisted.config import SMPPServerConfig
from smpp.twisted.protocol import DataHandlerResponse
from smpp.twisted.protocol import SMPPServerProtocol
from smpp.twisted.server import SMPPServerFactory
from twisted.cred.checkers import InMemoryUsernamePasswordDatabaseDontUse
from twisted.cred.portal import IRealm, Portal
from twisted.internet import reactor, stdio
from twisted.protocols.basic import LineReceiver
from zope.interface import implementer

# The library prints now and then; its words must not stand between the events.
EVENTS, sys.stdout = sys.stdout, sys.stderr
PASSWORDS = {"verify": "s3cret"}


def say(event, **facts):
    print(json.dumps({"event": event, **facts}), file=EVENTS, flush=True)


@implementer(IRealm)
class Realm:
    def requestAvatar(self, avatar_id, mind, *interfaces):
        return interfaces[0], avatar_id, lambda: None


class Protocol(SMPPServerProtocol):
    """Keeps the octets of the PDU at hand: the library drops the parameters that it does not know."""

    def rawMessageReceived(self, message):
        self.raw = message
        super().rawMessageReceived(message)


class SMSC(SMPPServerFactory):
    """Tells of binds, and counts messages."""

    protocol = Protocol

    def __init__(self):
        self.codec, self.refuses, self.is_hexadecimal = "gsm03.38", None, False
        self.status = CommandStatus.ESME_ROK
        self.count = 0
        checker = InMemoryUsernamePasswordDatabaseDontUse()
        for name, password in PASSWORDS.items():
            checker.addUser(name, password)
        config = SMPPServerConfig(
            msgHandler=self.take, systems={name: {"max_bindings": 2} for name in PASSWORDS})
        super().__init__(config, Portal(Realm(), [checker]))

    def addBoundConnection(self, connection):
        super().addBoundConnection(connection)
        say("bound", account=connection.system_id, type=connection.bind_type.name)

    def removeConnection(self, connection):
        if connection.system_id is not None:
            super().removeConnection(connection)
            say("gone")

    def take(self, account, connection, pdu):
        status = self.status
        if self.refuses and form(pdu.params["validity_period"]) == self.refuses:
            status = CommandStatus.ESME_RINVEXPIRY
        say("submit", status=status.name, bind=connection.bind_type.name, **read(pdu, self.codec),
            tlvs=tlvs(connection.raw))
        if status != CommandStatus.ESME_ROK:
            return status
        self.count += 1
        number = f"{0xABC00 + self.count:X}" if self.is_hexadecimal else f"id-{self.count}"
        return DataHandlerResponse(status=CommandStatus.ESME_ROK, message_id=number.encode())

    def obey(self, order):
        if "status" in order:
            self.status = CommandStatus[order["status"]]
            say("set", status=self.status.name)
        if habits := {name: order[name] for name in ("codec", "refuses", "is_hexadecimal") if name in order}:
            self.__dict__.update(habits)
            say("set", **habits)
        if "deliver" in order:
            binds = self.getBoundConnections("verify")
            answer = binds.getNextBindingForDelivery().sendDataRequest(receipt(**order["deliver"]))
            answer.addBoth(lambda result: say("answered", status=status_of(result)))
        if "unbind" in order:
            self.unbindGateway("verify")


def form(period):
    """How a validity_period is written."""
    return None if period is None else "relative" if isinstance(period, SMPPRelativeTime) else "absolute"


def tlvs(raw):
    """The optional parameters of a submit_sm, read from its octets: a tag and a value in hexadecimal digits each."""
    rest = raw[16:]

    def text():
        nonlocal rest
        value, _, rest = rest.partition(b"\0")
        return value

    def octets(count):
        nonlocal rest
        value, rest = rest[:count], rest[count:]
        return value

    text(), octets(2), text(), octets(2), text(), octets(3), text(), text(), octets(4)
    octets(octets(1)[0])
    found = {}
    while rest:
        tag, length = octets(2), int.from_bytes(octets(2), "big")
        found[tag.hex()] = octets(length).hex()
    return found


def read(pdu, default_codec):
    """What a submit_sm says, in words for JSON."""
    payload = pdu.params.get("message_payload")
    if payload:
        octets, header = payload, None
    else:
        _, header, octets = SMStringEncoder().splitSM(pdu)
    coding = pdu.params["data_coding"].schemeData
    codecs = {DataCodingDefault.UCS2: "UTF-16BE", DataCodingDefault.LATIN_1: "latin-1"}
    codec = codecs.get(coding, default_codec)
    segment = SMStringEncoder().findConcatenatedSMInfoElement(SMStringEncoder().decodeUDH(header)) if header else None
    return {
        "to": pdu.params["destination_addr"].decode(),
        "to_ton": pdu.params["dest_addr_ton"].name,
        "from": pdu.params["source_addr"].decode(),
        "from_ton": pdu.params["source_addr_ton"].name,
        "to_npi": pdu.params["dest_addr_npi"].name,
        "from_npi": pdu.params["source_addr_npi"].name,
        "receipt": pdu.params["registered_delivery"].receipt.name,
        "coding": coding.name,
        "octets": len(octets),
        "text": octets.decode(codec),
        "in_payload": bool(payload),
        "reference": segment.data.referenceNum if segment else None,
        "segment": segment.data.sequenceNum if segment else 1,
        "segments": segment.data.maximumNum if segment else 1,
        "minutes": minutes(pdu.params["validity_period"]),
        "validity": form(pdu.params["validity_period"]),
    }


def minutes(period):
    if period is None:
        return None
    if isinstance(period, SMPPRelativeTime):
        return (period.days * 24 + period.hours) * 60 + period.minutes
    return period.hour * 60 + period.minute


def receipt(id, state, text):
    return DeliverSM(
        source_addr=b"4915110000001", destination_addr=b"ACME", short_message=text.encode(),
        esm_class=EsmClass(EsmClassMode.DEFAULT, EsmClassType.SMSC_DELIVERY_RECEIPT),
        receipted_message_id=id.encode(), message_state=MessageState[state])


def status_of(result):
    return result.response.status.name if hasattr(result, "response") else str(result)


class Orders(LineReceiver):
    delimiter = os.linesep.encode()

    def __init__(self, smsc):
        self.smsc = smsc

    def lineReceived(self, line):
        self.smsc.obey(json.loads(line))

    def connectionLost(self, reason):
        if reactor.running:
            reactor.stop()


smsc = SMSC()
port = reactor.listenTCP(0, smsc, interface="127.0.0.1")
stdio.StandardIO(Orders(smsc))
say("listening", port=port.getHost().port)
reactor.run()
