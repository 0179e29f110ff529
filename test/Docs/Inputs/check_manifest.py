"""usage: check_manifest.py CONTRACT MANIFEST: compares the page's example with what is written today."""
import difflib
import json
import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text()
shown = json.loads(re.search(r"^## Manifest$.*?^```json\n(.*?)^```$", page, re.M | re.S).group(1))
written = json.loads(pathlib.Path(sys.argv[2]).read_text())
texts = [json.dumps(value, indent=1).splitlines() for value in (shown, written)]
print("\n".join(difflib.unified_diff(*texts, "shown", "written", lineterm="")))
sys.exit(shown != written)
