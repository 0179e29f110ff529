"""Gives the first value of LIST (args or results) in a guarded module's manifest another type.

    edit_manifest.py LIST TYPE < guarded.mlir
"""
import json
import re
import sys

text = sys.stdin.read()
key = 'nanguard.manifest = "'
start = text.index(key) + len(key)
end = text.index('"', start)
plain = re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), text[start:end])
manifest = json.loads(plain)
manifest["functions"][0][sys.argv[1]][0]["type"] = sys.argv[2]
print(text[:start] + json.dumps(manifest).replace('"', "\\22") + text[end:])
