"""Counts the public functions of each class in headers below the folders given; more than 25 fail.

public_methods.py FOLDER...
"""

import pathlib
import re
import sys

MOST = 25
HEAD = re.compile(r"\b(class|struct)\s+(?:\[\[[^\]]*\]\]\s*)?(\w+)[^;(){]*$")
ACCESS = re.compile(r"^\s*(public|protected|private|signals|Q_SIGNALS)(?:\s+(?:Q_)?(?:slots|SLOTS))?\s*:(?!:)")
# A name and a parenthesis, which is no constructor's initialiser and no macro alone.
FUNCTION = re.compile(r"(~?\w+|operator\s*\S+)\s*\(")


def plain(text):
    """Without comments, strings and lines of the preprocessor."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"^[ \t]*#[^\n]*(?:\\\n[^\n]*)*", "", text, flags=re.M)


def classes(text):
    """(name, its public functions) of every class in a text, inner ones by themselves."""
    open_ones, found, statement = [], [], ""
    for sign in plain(text):
        if sign == "{":
            head = HEAD.search(statement)
            if head and "enum" not in statement:
                open_ones.append([head[2], head[1] == "struct", [], True])
            else:
                note(open_ones, statement)
                open_ones.append([None, False, [], False])
            statement = ""
        elif sign == "}" and open_ones:
            name, _, functions, is_class = open_ones.pop()
            if is_class:
                found.append((name, functions))
            statement = ""
        elif sign == ";":
            note(open_ones, statement)
            statement = ""
        elif sign == ":" and open_ones and (access := ACCESS.match(statement + sign)):
            open_ones[-1][1] = access[1] not in ("protected", "private")
            statement = ""
        else:
            statement += sign
    return found


def note(open_ones, statement):
    """Takes a declaration for what it is: a public function of the innermost class, or not."""
    if not open_ones or not open_ones[-1][3] or not open_ones[-1][1]:
        return
    statement = re.sub(r"^\s*template\s*<[^;{]*?>\s*(?=[\w~:])", "", statement.strip(), flags=re.S)
    if statement.startswith(("using", "friend", "typedef", "Q_")) or "=" in statement.split("(")[0]:
        return
    function = FUNCTION.search(statement)
    if function and function[1] not in ("requires", "static_assert", "decltype", "noexcept"):
        open_ones[-1][2].append(function[1])


def main():
    failed = False
    for folder in sys.argv[1:]:
        for header in sorted(pathlib.Path(folder).rglob("*.h")):
            for name, functions in classes(header.read_text(encoding="utf-8")):
                if len(functions) > MOST:
                    print(f"{header}: {name} has {len(functions)} public functions")
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
