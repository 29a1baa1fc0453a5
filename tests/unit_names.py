"""Finds names that two sources of one folder define in anonymous namespaces: units (posewright_units)
may compile them together, and which ones they do differs between presets.

unit_names.py FOLDER...
"""

import collections
import pathlib
import re
import sys

TYPE = re.compile(r"\b(?:struct|class|enum(?:\s+class)?)\s+(\w+)[^()]*$")
FUNCTION = re.compile(r"(?<![:\w~])(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?:const|noexcept)?\s*$")
VALUE = re.compile(r"(?:constexpr|const|static|inline)\s+[\w:<>,&* ]+?\b(\w+)\s*(?:\[[^\]]*\])?\s*=?\s*$")
TEMPLATE = re.compile(r"^\s*template\s*<(.*?)>\s*(?=[\w:])", re.S)


def plain(text):
    """Without comments, strings and lines of the preprocessor."""
    text = re.sub(r'R"\w*\(.*?\)\w*"', '""', text, flags=re.S)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"^[ \t]*#[^\n]*(?:\\\n[^\n]*)*", "", text, flags=re.M)


def unnamed(parameters):
    """The types alone, so that overloads are told apart."""
    kept = re.sub(r"(\w|>|&|\*)\s+&?\*?\w+\s*(=[^,]*)?(?=,|$)", r"\1", parameters)
    return re.sub(r"\s+", " ", kept).strip()


def named(statement):
    """What a definition is called, with what tells overloads apart; None: it is none."""
    template = TEMPLATE.match(statement)
    above = re.sub(r"\s+", " ", template[1]) if template else ""
    if found := TYPE.search(statement):
        return found[1], above
    if (found := FUNCTION.search(statement)) and "=" not in statement.split("(")[0]:
        return found[1], above + "|" + unnamed(found[2])
    found = VALUE.match(statement.split("=")[0].strip() + " =")
    return (found[1], "") if found and "(" not in statement.split("=")[0] else None


def definitions(text):
    """All that a source defines in anonymous namespaces, not inside anything there."""
    found, around, statement = set(), [], ""
    for sign in plain(text):
        hidden = "anonymous" in around and "other" not in around
        if sign in "{;":
            space = re.search(r"\bnamespace\b([^=]*)$", statement)
            if hidden and not space and (name := named(statement.strip())):
                if sign == "{" or "=" in statement:
                    found.add((*name, *around))
            if sign == "{":
                around.append((space[1].strip() or "anonymous") if space else "other")
            statement = ""
        elif sign == "}":
            if around:
                around.pop()
            statement = ""
        else:
            statement += sign
    return found


def main():
    failed = False
    for root in sys.argv[1:]:
        folders = collections.defaultdict(lambda: collections.defaultdict(list))
        for source in sorted(pathlib.Path(root).rglob("*.cpp")):
            for name in definitions(source.read_text(encoding="utf-8")):
                folders[source.parent][name].append(source.name)
        for folder, names in sorted(folders.items()):
            for (name, *_), sources in sorted(names.items()):
                if len(sources) > 1:
                    print(f"{folder}: {name} is defined in {' and in '.join(sources)}")
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
