"""python -m nanguard diagnose script.py: a script that defines model, batch and maybe loss."""

import argparse
import runpy
import sys

from ._tools import NanGuardError


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m nanguard", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("diagnose", help="name the op that first made a NaN or Inf")
    command.add_argument("script", help="defines `model`, `batch`, and `loss` if it trains")
    arguments = parser.parse_args()
    names = runpy.run_path(arguments.script)
    try:
        for name in ("model", "batch"):
            if name not in names:
                raise NanGuardError(f"{arguments.script} defines no '{name}'")
        from ._diagnose import diagnose
        found = diagnose(names["model"], names["batch"], names.get("loss"))
    except NanGuardError as error:
        print(f"nanguard: {error}", file=sys.stderr)
        return 1
    print(found)
    return 2 if found.faults or not found.reproduced else 0


if __name__ == "__main__":
    sys.exit(main())
