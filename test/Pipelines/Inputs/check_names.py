"""usage: check_names.py MANIFEST…: fails on a guarded op that lost its name.

Each op must name a module path and a source line; an entry, whose argument the
exporters give a name but no line, a path. Code of the root module has no path:
those lines are known here.
"""
import json
import pathlib
import re
import sys

ROOT = {("minilm_model.py", 117), ("gpt_model.py", 108)}
bad = total = 0
for path in sys.argv[1:]:
    for function in json.loads(pathlib.Path(path).read_text())["functions"]:
        for op in function["ops"]:
            total += 1
            path_known = re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", op["path"]) or (op["file"], op["line"]) in ROOT
            named = path_known and (op["kind"] == "entry" or (op["file"].endswith(".py") and op["line"] > 0))
            if not named:
                bad += 1
                print(f"{path}: op {op['id']} ({op['kind']}): path '{op['path']}', {op['file']}:{op['line']}")
print(f"{total} ops, {bad} nameless")
sys.exit(bad != 0 or not total)
