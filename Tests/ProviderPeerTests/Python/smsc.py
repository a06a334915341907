"""An SMSC on a free port of this machine: the server of smpp.twisted3, which prints what it decoded.

Each line of stdin is a JSON object that sets what happens from now on: `status` is the answer to every submit_sm, for
example "ESME_RTHROTTLED"; `deliver` is sent as a deliver_sm over the standing bind; `unbind` ends that bind. Each line
of stdout is an event. The end of stdin ends the program.
"""

import json
import os
import sys

import gsm0338  # noqa: F401  registers the codec
from smpp.pdu.operations import DeliverSM
from smpp.pdu.pdu_types import (
    CommandStatus, DataCodingDefault, EsmClass, EsmClassMode, EsmClassType, MessageState)
from smpp.pdu.sm_encoding import SMStringEncoder
from smpp.twisted.config import SMPPServerConfig
from smpp.twisted.protocol import DataHandlerResponse
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


class SMSC(SMPPServerFactory):
    """Tells of binds, and counts messages."""

    def __init__(self):
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
        say("submit", status=self.status.name, **read(pdu))
        if self.status != CommandStatus.ESME_ROK:
            return self.status
        self.count += 1
        return DataHandlerResponse(status=CommandStatus.ESME_ROK, message_id=f"id-{self.count}".encode())

    def obey(self, order):
        if "status" in order:
            self.status = CommandStatus[order["status"]]
            say("set", status=self.status.name)
        if "deliver" in order:
            binds = self.getBoundConnections("verify")
            answer = binds.getNextBindingForDelivery().sendDataRequest(receipt(**order["deliver"]))
            answer.addBoth(lambda result: say("answered", status=status_of(result)))
        if "unbind" in order:
            self.unbindGateway("verify")


def read(pdu):
    """What a submit_sm says, in words for JSON."""
    payload = pdu.params.get("message_payload")
    if payload:
        octets, header = payload, None
    else:
        _, header, octets = SMStringEncoder().splitSM(pdu)
    coding = pdu.params["data_coding"].schemeData
    codec = "UTF-16BE" if coding == DataCodingDefault.UCS2 else "gsm03.38"
    part = SMStringEncoder().findConcatenatedSMInfoElement(SMStringEncoder().decodeUDH(header)) if header else None
    return {
        "to": pdu.params["destination_addr"].decode(),
        "to_ton": pdu.params["dest_addr_ton"].name,
        "from": pdu.params["source_addr"].decode(),
        "from_ton": pdu.params["source_addr_ton"].name,
        "coding": coding.name,
        "octets": len(octets),
        "text": octets.decode(codec),
        "in_payload": bool(payload),
        "reference": part.data.referenceNum if part else None,
        "part": part.data.sequenceNum if part else 1,
        "parts": part.data.maximumNum if part else 1,
        "minutes": minutes(pdu.params["validity_period"]),
    }


def minutes(period):
    return None if period is None else (period.days * 24 + period.hours) * 60 + period.minutes


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
