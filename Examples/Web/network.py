"""A network between a browser and the server that can be cut."""

import asyncio
import contextlib


class Network:
    """Passes connections on to a port of this machine, unless it is cut."""

    def __init__(self, port):
        self.target, self.is_cut, self.writers = port, False, set()

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.cut()
        self.listener.close()

    def cut(self):
        self.is_cut = True
        for writer in self.writers:
            writer.transport.abort()

    def mend(self):
        self.is_cut = False

    async def connected(self, reader, writer):
        with contextlib.suppress(OSError):
            if not self.is_cut:
                other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
                await asyncio.gather(self.copy(reader, other_writer), self.copy(other_reader, writer))
        writer.transport.abort()

    async def copy(self, reader, writer):
        self.writers.add(writer)
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        self.writers.discard(writer)
        writer.transport.abort()
