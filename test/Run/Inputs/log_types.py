"""A log's numbers are numbers or null in each line, its words are strings."""
import json
import sys

NUMBERS = {"context", "step", "op", "line", "cause", "tier", "elements", "nan", "inf", "first_bad", "exit", "clip",
           "magnitude", "headroom", "inner", "min", "max", "fingerprint", "occurrences", "last_clean_step"}

events = [json.loads(line)["event"] for line in open(sys.argv[1])]
for event in events:
    for key, value in event.items():
        if key in NUMBERS:
            assert value is None or type(value) in (int, float), (key, value)
        else:
            assert type(value) is (bool if key == "rescued" else str), (key, value)
# The step of the fault, and the clean one after it.
assert [(e["magnitude"], e["nonfinite"]) for e in events] == [(None, "nan"), (0.25, "")], events
