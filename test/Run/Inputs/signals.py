"""Sums up the signals of a run: python signals.py run.json"""
import json
import sys

steps = [json.loads(line) for line in open(sys.argv[1])]
signals = [step["signals"] for step in steps]
first = signals[0]
print(f"first: loss {first['loss']:.4g}, norm {first['grad_norm']}, share {first['grad_nonfinite_share']}, "
      f"scale {first.get('loss_scale', 0):.0f}, {'skipped' if first.get('skipped') else 'taken'}")
print("skipped:", *(step["step"] for step in steps if step["signals"].get("skipped")))
scales = [s.get("loss_scale", 0) for s in signals]
print(f"largest scale: {max(scales):.0f}, last: {scales[-1]:.0f}")
moved = {op["path"] for step in steps for op in step["ops"] if op["state"] not in ("NORMAL", "FIXED")}
print("not normal:", *(sorted(moved) or "-"))
