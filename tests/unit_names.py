"""Finds names that two sources define in anonymous namespaces: units (posewright_units) may compile
them together, and which ones they do differs between presets. And such names that a header declares,
too, in the namespace around: where both are seen, neither can be called.

unit_names.py [--across] FOLDER...
Sources of one folder are compared; with --across all sources below FOLDER. All headers below FOLDER
are compared with each source.
"""

import collections
import pathlib
import re
import sys

TYPE = re.compile(r"\b(?:struct|class|enum(?:\s+class)?)\s+(\w+)[^()]*$")
FUNCTION = re.compile(r"(?<![:\w~])(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?:const|noexcept)?\s*$")
VALUE = re.compile(r"(?:constexpr|const|static|inline)\s+[\w:<>,&* ]+?\b(\w+)\s*(?:\[[^\]]*\])?\s*=?\s*$")
CONSTANT = re.compile(r"(?:constexpr|const)\s+[\w:<>,&*+ ]+?\b(k[A-Z]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=|$)")
ALIAS = re.compile(r"using\s+(\w+)\s*=\s*(.*)$", re.S)
OTHER = re.compile(r"^\s*(?:friend|using|typedef|extern template)\b")
TEMPLATE = re.compile(r"^\s*template\s*<(.*?)>\s*(?=[\w:])", re.S)


def plain(text):
    """Without comments, strings and lines of the preprocessor."""
    text = re.sub(r'R"\w*\(.*?\)\w*"', '""', text, flags=re.S)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r"'(?:\\.|[^'\\\n])'", "' '", text)
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
    if found := TYPE.search(TEMPLATE.sub("", statement)):
        return found[1], above
    if found := ALIAS.match(statement):
        return found[1], "= " + re.sub(r"\s+", " ", found[2])
    if found := CONSTANT.search(statement):
        return found[1], ""
    if (found := FUNCTION.search(statement)) and "=" not in statement.split("(")[0]:
        return found[1], above + "|" + unnamed(found[2])
    found = VALUE.match(statement.split("=")[0].strip() + " =")
    return (found[1], "") if found and "(" not in statement.split("=")[0] else None


def names_in(text, anonymous):
    """All that a text defines in anonymous namespaces, or declares in those that have a name; not what is
    inside anything there."""
    found, around, statement = set(), [], ""
    for sign in plain(text):
        inside = ("anonymous" in around) == anonymous and "other" not in around and around
        if sign in "{;":
            space = re.search(r"\bnamespace\b([^=]*)$", statement)
            if inside and not space and (name := named(statement.strip())):
                # What is only declared counts in headers; a type that is, is the same one everywhere.
                declared = not anonymous and name[1].find("|") >= 0 and not OTHER.match(statement)
                if sign == "{" or "=" in statement or declared:
                    found.add((*name, "::".join(part for part in around if part != "anonymous")))
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
    across = "--across" in sys.argv
    for root in (word for word in sys.argv[1:] if word != "--across"):
        folders = collections.defaultdict(lambda: collections.defaultdict(dict))
        declared = collections.defaultdict(list)
        for header in sorted(pathlib.Path(root).rglob("*.h")):
            for name in names_in(header.read_text(encoding="utf-8"), anonymous=False):
                if not name[1].startswith("="):
                    declared[name].append(str(header.relative_to(root)))
        for source in sorted(pathlib.Path(root).rglob("*.cpp")):
            for name in names_in(source.read_text(encoding="utf-8"), anonymous=True):
                for header in declared.get(name, []):
                    print(f"{root}: {name[0]} is defined in {source.relative_to(root)} and declared in {header}")
                    failed = True
                folder = pathlib.Path(root) if across else source.parent
                path = str(source.relative_to(folder))
                # An alias may be said again, if it is for the same type.
                meant = name[1] if name[1].startswith("=") else path
                key = (name[0], "=", *name[2:]) if name[1].startswith("=") else name
                folders[folder][key].setdefault(meant, path)
        for folder, names in sorted(folders.items()):
            for (name, *_), sources in sorted(names.items()):
                if len(sources) > 1:
                    print(f"{folder}: {name} is defined in {' and in '.join(sources.values())}")
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
