#!/usr/bin/env python3
"""Checks that dependencies between folders run one way.

LAYERS says which folders a folder may include and link: with what is below them, or without where
the name ends in a slash. Its own files and those below are free. `lib/X` and `include/nanguard/X` count as the one folder X. Files must not
include each other in a circle, where a source and the header beside it count as one. Nothing under
runtime/ includes or links LLVM. Prints a line for each fault; exits with 1 if there is one.
"""

import argparse
import pathlib
import re
import sys

# BEGIN layers
LAYERS = {
    "Support": [],
    "Dialect/NanGuard": ["Support", "runtime/include"],
    "Dialect/TMTensor": [],
    "Analysis": ["Support", "Dialect"],
    "Transforms": ["Support", "Dialect", "Analysis", "runtime/include"],
    "Transforms/Import": ["Support", "Dialect", "Analysis", "Transforms/", "runtime/include"],
    "Transforms/Clusters": ["Support", "Dialect", "Analysis", "Transforms/", "runtime/include"],
    "Transforms/Stable": ["Support", "Dialect", "Analysis", "Transforms/"],
    "Transforms/Variants": ["Support", "Dialect", "Analysis", "Transforms/", "Transforms/Stable"],
    "Transforms/Scans": ["Support", "Dialect", "Analysis", "Transforms/", "Transforms/Clusters", "Transforms/Stable",
                         "Transforms/Variants", "runtime/include"],
    "Transforms/Dispatch": ["Support", "Dialect", "Analysis", "Transforms", "runtime/include"],
    "Conversion/Common": ["Support", "Dialect", "Analysis", "Transforms/", "runtime/include"],
    "Conversion/CPU": ["Support", "Dialect", "Analysis", "Transforms/", "Conversion/Common", "runtime/include"],
    "Conversion/GPU": ["Support", "Dialect", "Analysis", "Transforms/", "Conversion/Common", "runtime/include"],
    "Conversion/GPU/Schedule": ["Dialect", "Analysis", "Transforms/", "Conversion/Common", "Conversion/GPU/",
                                "runtime/include"],
    "Conversion/GPU/Emit": ["Dialect", "Transforms/", "Conversion/GPU/", "Conversion/GPU/Schedule",
                            "runtime/include"],
    "Conversion/GPU/Attention": ["Dialect", "Transforms/", "Conversion/GPU/", "Conversion/GPU/Schedule",
                                 "Conversion/GPU/Emit", "runtime/include"],
    "Conversion/GPU/Device": ["Support", "Dialect", "Transforms/", "Conversion/Common", "Conversion/GPU/",
                              "runtime/include"],
    "Conversion/GPU/Host": ["Dialect", "Transforms/", "Conversion/GPU/", "runtime/include"],
    "Conversion/GPU/Emulator": ["Dialect", "Analysis", "Transforms/", "Conversion/GPU/", "Conversion/GPU/Host",
                                "runtime/include"],
    "Pipelines": ["Transforms/", "Conversion"],
    "Target": ["Support", "Dialect", "Transforms/", "Conversion/Common", "Pipelines", "runtime/include"],
    "InitAll": ["Dialect", "Transforms/", "Conversion", "Pipelines"],
    "plugin": ["InitAll", "Pipelines"],
    "tools": ["Support", "Dialect", "Analysis", "Transforms/", "Conversion", "Pipelines", "Target", "InitAll",
              "runtime/include"],
    "runtime/include": [],
    "runtime/lib": ["runtime/include"],
    "runtime/device": ["runtime/include", "runtime/lib"],
    "runtime/ranks": ["runtime/include", "runtime/lib"],
    "runtime/sinks": ["runtime/include", "runtime/lib"],
}
# END layers


def norm(path):
    """The path in which a header and its source are in one folder."""
    for prefix in ("lib/", "include/nanguard/"):
        if path.startswith(prefix):
            return path.removeprefix(prefix).replace("InitAll.h", "InitAll/InitAll.h")
    return path


def folder_of(path):
    found = [folder for folder in LAYERS if path == folder or path.startswith(folder + "/")]
    return max(found, key=len, default=None)


def allows(folder, other):
    return any(other == each.rstrip("/") or other.startswith(each + "/")
               for each in (folder, *LAYERS[folder]))


def resolve(root, path, name):
    """Where an include stands, None for another project's."""
    beside = (root / path).parent / name
    if beside.exists():
        return str(beside.resolve().relative_to(root))
    if not name.startswith("nanguard/"):
        return None
    runtime = "runtime/include/" + name
    return runtime if (root / runtime).exists() else "include/" + name


def find_circle(graph):
    """A circle of nodes, empty if there is none."""
    state, stack = {}, []

    def visit(node):
        state[node] = 1
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if state.get(other) == 1:
                return stack[stack.index(other):] + [other]
            if other not in state and (circle := visit(other)):
                return circle
        stack.pop()
        state[node] = 2
        return []

    for node in sorted(graph):
        if node not in state and (circle := visit(node)):
            return circle
    return []


def check_includes(root, faults):
    units = {}
    paths = [path for top in ("include", "lib", "plugin", "tools", "runtime")
             for path in (root / top).rglob("*") if path.suffix in (".cpp", ".h", ".td")]
    for path in sorted(str(path.relative_to(root)) for path in paths):
        folder = folder_of(norm(path))
        if not folder:
            faults.append(f"{path}: its folder is not in LAYERS of utils/check_layers.py")
            continue
        text = (root / path).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            if path.startswith("runtime/") and re.match(r'#include [<"](llvm|mlir)', line):
                faults.append(f"{path}:{number}: the runtime includes nothing of LLVM")
            match = re.match(r'\s*#?include "([^"]+)"', line)
            target = match and resolve(root, path, match[1])
            if not target:
                continue
            other = folder_of(norm(target))
            if other and not allows(folder, other):
                faults.append(f"{path}:{number}: {folder} must not include {other}")
            one, two = (each.rsplit(".", 1)[0] for each in (path, target))
            if one != two and not target.endswith(".inc"):
                units.setdefault(one, set()).add(two)
    if circle := find_circle(units):
        faults.append("files include each other: " + " -> ".join(circle))


def check_links(root, faults):
    lists = {str(path.relative_to(root)): re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
             for top in ("lib", "plugin", "tools", "runtime") for path in (root / top).rglob("CMakeLists.txt")}
    library = re.compile(r"(?:nanguard_add_library|add_library|add_executable|nanguard_add_tool)\(\s*(\w+)")
    homes = {name: folder_of(norm(path)) for path, text in lists.items() for name in library.findall(text)}
    for path, text in sorted(lists.items()):
        folder = folder_of(norm(path))
        links = re.findall(r"LINK_LIBS([^)]*)\)|target_link_libraries\(([^)]*)\)", text)
        for name in sorted(set(re.findall(r"\w+", " ".join(map(" ".join, links))))):
            home = homes.get(name)
            if folder and home and not allows(folder, home.replace("runtime/lib", "runtime/include")
                                              if not folder.startswith("runtime") else home):
                faults.append(f"{path}: {folder} must not link {name} of {home}")
            if path.startswith("runtime/") and re.match(r"(LLVM|MLIR)", name):
                faults.append(f"{path}: the runtime links nothing of LLVM")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()
    faults = []
    above = {folder: {other for other in LAYERS if other != folder and allows(folder, other)
                      and not other.startswith(folder + "/")} for folder in LAYERS}
    if circle := find_circle(above):
        faults.append("LAYERS has a circle: " + " -> ".join(circle))
    check_includes(root, faults)
    check_links(root, faults)
    print("\n".join(faults) or f"{len(LAYERS)} folders, no dependency against their order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
