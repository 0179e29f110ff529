#!/usr/bin/env python3
"""Reads trace events as strictly as a viewer would like them, and sums them up.

    utils/read_trace.py trace.json

Times are finite and not negative, slices of one track do not overlap, counters
are numbers, each track with slices has a name. Prints a line a track.
"""
import collections
import json
import math
import sys


def fail(message):
    sys.exit(f"read_trace.py: {message}")


def number(event, key):
    value = event.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        fail(f"{key} is no number in {event}")
    return value


def refuse(text):
    fail(f"{text} is not JSON")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        trace = json.load(file, parse_constant=refuse)
    names, slices = {}, collections.defaultdict(list)
    counters, instants = collections.Counter(), collections.Counter()
    for event in trace["traceEvents"]:
        track, phase = (event["pid"], event["tid"]), event["ph"]
        start = number(event, "ts")
        if start < 0:
            fail(f"negative time in {event}")
        if phase == "M":
            names[track if event["name"] == "thread_name" else event["pid"]] = event["args"]["name"]
        elif phase == "X":
            slices[track].append((start, start + number(event, "dur"), event["name"]))
        elif phase == "C":
            number(event["args"], "value")
            counters[event["name"]] += 1
        elif phase == "i":
            if event.get("s") not in ("g", "p", "t"):
                fail(f"scope of {event}")
            instants[event["name"]] += 1
        else:
            fail(f"unknown phase {phase}")
    for track, parts in sorted(slices.items()):
        if track[0] not in names:
            fail(f"process {track[0]} has no name")
        for (_, end, first), (start, _, second) in zip(parts, parts[1:]):
            # A nanosecond of rounding is none.
            if start < end - 1e-3:
                fail(f"'{first}' and '{second}' overlap on track {track}")
        runs = " ".join(name for _, _, name in parts) if track[0] == 2 else f"{len(parts)} slices"
        print(f"track {names.get(track, names[track[0]])}: {runs}")
    for kind, counts in ("counter", counters), ("instant", instants):
        for name, count in sorted(counts.items()):
            print(f"{kind} {name}: {count}")


if __name__ == "__main__":
    main()
