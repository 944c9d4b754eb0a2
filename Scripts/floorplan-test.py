"""Compares the ways that the example FloorPlan finds with those of NetworkX, in the same graph.

Usage: floorplan-test.py [--program PROGRAM] [--count 1000] [--seed 1]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import networkx

ROOT = Path(__file__).resolve().parent.parent


def graph_of(path):
    """The graph that the program exports; of several edges between two nodes the quickest that may be used counts."""
    data = json.loads(path.read_text())
    return len(data["nodes"]), data["edges"]


def network(count, edges, step_free, ends):
    result = networkx.DiGraph()
    result.add_nodes_from(range(count))
    for edge in edges:
        if step_free and not edge["isStepFree"]:
            continue
        if edge.get("restricted") is not None and edge["restricted"] not in ends:
            continue
        start, end, seconds = edge["start"], edge["end"], edge["seconds"]
        if not result.has_edge(start, end) or result[start][end]["seconds"] > seconds:
            result.add_edge(start, end, seconds=seconds)
    return result


def check(name, count, edges, trips):
    """How many ways differ in time, or lead through what is no edge."""
    restricted = {edge["restricted"] for edge in edges if edge.get("restricted") is not None}
    networks = {}
    wrong = unreachable = 0
    for trip in trips:
        ends = frozenset(restricted & {trip["from"], trip["to"]})
        key = (trip["isStepFree"], ends)
        if key not in networks:
            networks[key] = network(count, edges, *key)
        net = networks[key]
        try:
            expected = networkx.dijkstra_path_length(net, trip["from"], trip["to"], weight="seconds")
        except networkx.NetworkXNoPath:
            expected = None
        seconds = trip.get("seconds")
        if expected is None or seconds is None:
            unreachable += 1
            wrong += (expected is None) != (seconds is None)
            continue
        nodes = trip["nodes"]
        walked = 0.0
        for start, end in zip(nodes, nodes[1:]):
            walked += net[start][end]["seconds"] if net.has_edge(start, end) else float("inf")
        if abs(seconds - expected) > 1e-6 or abs(walked - expected) > 1e-6 or nodes[0] != trip["from"] or nodes[-1] != trip["to"]:
            wrong += 1
            print(f"{name}: {trip['from']} to {trip['to']}: {seconds} s, NetworkX {expected} s, along the nodes {walked} s")
    print(f"{name}: {len(trips)} ways, {unreachable} without one, {wrong} differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=str(ROOT / "Examples/.build/debug/floorplan"))
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    def run(*words):
        return subprocess.run([arguments.program, *words], check=True, capture_output=True, text=True).stdout

    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        run("demo", "-o", folder)
        for venue in ("museum", "large"):
            source = Path(folder) / venue
            if venue == "large":
                source = Path(folder) / "large.json"
                run("sample", "--rooms", "500", "-o", str(source))
            exported = Path(folder) / "graph.json"
            run("graph", str(source), "-o", str(exported))
            count, edges = graph_of(exported)
            for flags in ([], ["--step-free"]):
                trips = run("trips", str(source), "--count", str(arguments.count), "--seed", str(arguments.seed), *flags)
                wrong += check(" ".join([venue, *flags]), count, edges, json.loads(trips))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
