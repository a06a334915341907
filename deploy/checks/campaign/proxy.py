"""A proxy between the program and one server, which cuts connections at any byte, says nothing, or answers instead."""

import asyncio

BUFFER = 65536


class Proxy:
    """Its mode is `pass`, `cut` (each connection after some bytes more), `silent`, or `answer` (500 to each call)."""

    def __init__(self, target, chance):
        self.target, self.chance = target, chance
        self.mode = "pass"
        self.cuts = 0
        self.server = None
        self.writers = set()

    async def open(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def close(self):
        self.server.close()
        self.cut_all()

    def cut_all(self):
        for writer in list(self.writers):
            writer.transport.abort()

    async def serve(self, reader, writer):
        self.writers.add(writer)
        try:
            if self.mode == "answer":
                await self.answer(reader, writer)
                return
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            self.writers.add(back)
            pumps = [asyncio.ensure_future(self.pump(reader, back)), asyncio.ensure_future(self.pump(there, writer))]
            try:
                await asyncio.gather(*pumps)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
                self.writers.discard(back)
                back.transport.abort()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.writers.discard(writer)
            writer.transport.abort()

    async def answer(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async def pump(self, reader, writer):
        left = None
        while data := await reader.read(BUFFER):
            while self.mode == "silent":
                await asyncio.sleep(0.1)
            if self.mode != "cut":
                left = None
            elif left is None:
                # Small bounds come often, because most of what is said is short.
                left = int(2 ** self.chance.uniform(0, 14))
            if left is not None:
                if len(data) >= left:
                    self.cuts += 1
                    writer.write(data[:left])
                    await writer.drain()
                    writer.transport.abort()
                    raise ConnectionResetError
                left -= len(data)
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
