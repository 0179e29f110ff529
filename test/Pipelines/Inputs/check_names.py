"""usage: check_names.py MANIFEST…: fails on a guarded op that lost its name.

Each op must name a module path and a source line; an entry, whose argument the
exporters give a name but no line, a path.
"""
import json
import pathlib
import re
import sys

bad = total = 0
for path in sys.argv[1:]:
    for function in json.loads(pathlib.Path(path).read_text())["functions"]:
        for op in function["ops"]:
            total += 1
            named = re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", op["path"]) and (
                op["kind"] == "entry" or (op["file"].endswith(".py") and op["line"] > 0))
            if not named:
                bad += 1
                print(f"{path}: op {op['id']} ({op['kind']}): path '{op['path']}', {op['file']}:{op['line']}")
print(f"{total} ops, {bad} nameless")
sys.exit(bad != 0 or not total)
