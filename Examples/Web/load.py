#!/usr/bin/env python3
"""Has many clients scroll through a document that postil-web serves, and measures how soon tiles and edits come.

Each client takes part over a WebSocket and fetches the tiles of one page after the other, over six connections as browsers do,
beginning at a page of its own. One more client draws, and what is measured is when the last of the others knows of it.
"""

import argparse
import asyncio
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import tempfile
import time

import aiohttp

import serving


class Client:
    def __init__(self, http, address, number, options, figures):
        self.http, self.address, self.number, self.options = http, address, number, options
        self.figures = figures
        self.connections = asyncio.Semaphore(6)
        self.edits = {}

    async def join(self):
        self.socket = await self.http.ws_connect(
            f"{self.address}/session", max_msg_size=1 << 24)
        await self.socket.send_json({"type": "join", "name": f"Client {self.number}"})
        welcome = json.loads((await self.socket.receive(timeout=120)).data)
        self.token, self.id = welcome["token"], welcome["you"]["id"]
        self.listening = asyncio.create_task(self.listen())
        async with self.http.get(f"{self.address}/document", headers=self.headers) as answer:
            answer.raise_for_status()
            outline = await answer.json()
        self.pages, self.side = outline["pages"], outline["tileSize"]

    @property
    def headers(self):
        return {"Postil-Token": self.token}

    async def listen(self):
        async for message in self.socket:
            if message.type != aiohttp.WSMsgType.TEXT:
                break
            message = json.loads(message.data)
            if message["type"] == "edited":
                self.edits[message["sequence"]] = time.monotonic()

    async def tile(self, path):
        async with self.connections:
            start = time.monotonic()
            async with self.http.get(self.address + path, headers=self.headers) as answer:
                body = await answer.read()
            self.figures.append((time.monotonic() - start, answer.status, len(body)))

    async def scroll(self, end):
        scale = self.options.scale
        page = self.number * len(self.pages) // self.options.clients
        if self.options.together:
            page = 0
        while time.monotonic() < end:
            size = self.pages[page]
            columns = math.ceil(size["width"] * scale / self.side)
            rows = math.ceil(size["height"] * scale / self.side)
            await asyncio.gather(*(
                self.tile(f"/pages/{page}/tiles/{scale}/{column}/{row}")
                for row in range(rows) for column in range(columns)))
            page = (page + 1) % len(self.pages)
            await asyncio.sleep(self.options.pause * random.uniform(0.5, 1.5))


async def draw(artist, clients, end, delays):
    """Draws once a second; notes when the last of the clients knew of it."""
    while time.monotonic() < end:
        before = set(artist.edits)
        start = time.monotonic()
        await artist.socket.send_json(
            {"type": "draw", "request": 1, "page": 0, "points": [[100, 100], [200, 150], [300, 120]], "width": 2})
        await asyncio.sleep(1)
        for sequence in set(artist.edits) - before:
            told = [client.edits[sequence] for client in clients if sequence in client.edits]
            if len(told) == len(clients):
                delays.append(max(told) - start)


async def watch(pid, peak):
    while True:
        processes = serving.family(pid)
        server = serving.megabytes(pid)
        others = sum(serving.megabytes(one) for one in processes[1:])
        peak["server"] = max(peak["server"], server)
        peak["drawing"] = max(peak["drawing"], others)
        await asyncio.sleep(1)


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000 if values else math.nan


async def measure(options, process, address):
    figures, delays, peak = [], [], {"server": 0.0, "drawing": 0.0}
    watching = asyncio.create_task(watch(process.pid, peak))
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=120)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as http:
        start = time.monotonic()
        clients = [Client(http, address, number, options, figures) for number in range(options.clients)]
        await asyncio.gather(*(client.join() for client in clients))
        artist = Client(http, address, options.clients, options, figures)
        await artist.join()
        print(f"{len(clients)} clients joined in {time.monotonic() - start:.1f} s")
        start, used = time.monotonic(), sum(map(serving.seconds_used, serving.family(process.pid)))
        own = time.process_time()
        end = start + options.seconds
        await asyncio.gather(
            draw(artist, clients, end, delays), *(client.scroll(end) for client in clients))
        seconds = time.monotonic() - start
        used = sum(map(serving.seconds_used, serving.family(process.pid))) - used
        own = time.process_time() - own
        lost = sum(client.socket.closed for client in clients)
        for client in clients + [artist]:
            await client.socket.close()
    watching.cancel()
    times = [taken for taken, status, _ in figures if status == 200]
    failed = [status for _, status, _ in figures if status != 200]
    print(f"tiles        {len(times)} in {seconds:.1f} s: {len(times) / seconds:.0f} a second, "
          f"{statistics.mean([size for *_, size in figures]) / 1024:.0f} KiB each")
    print(f"a tile       p50 {percentile(times, .5):.0f} ms, p95 {percentile(times, .95):.0f} ms, "
          f"longest {percentile(times, 1):.0f} ms")
    print(f"errors       {len(failed)} {sorted(set(failed)) or ''}, connections lost {lost}")
    print(f"an edit      known to all {len(clients)}: p50 {percentile(delays, .5):.0f} ms, "
          f"p95 {percentile(delays, .95):.0f} ms ({len(delays)} edits)")
    print(f"memory       server {peak['server']:.0f} MB, processes that draw {peak['drawing']:.0f} MB")
    print(f"processor    server and drawing {used / seconds:.2f} cores, this script {own / seconds:.2f}, "
          f"load average {os.getloadavg()[0]:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--program", required=True, help="postil-web")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=1, help="seconds that a client looks at a page")
    parser.add_argument("--scale", type=float, default=1.5)
    parser.add_argument("--together", action="store_true", help="all begin at the first page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # The server saves what was drawn when it ends.
        copy = shutil.copyfile(options.file, pathlib.Path(folder, "copy.pdf"))
        with serving.serve(options.program, copy, "--participants", options.clients + 8) as (process, address):
            asyncio.run(measure(options, process, address))


if __name__ == "__main__":
    main()
