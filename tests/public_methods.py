"""Counts the methods of each class in the sources below the folders given; more than 25 fail.

Methods are public member functions and slots, each overload by itself; not signals, constructors,
destructors and assignment.

public_methods.py FOLDER...
"""

import pathlib
import re
import sys

from unit_names import plain

MOST = 25
ENDINGS = (".h", ".inl", ".cpp")
HEAD = re.compile(
    r"\b(class|struct|union)\s+(?:(?:\[\[[^\]]*\]\]|(?:alignas|__attribute__)\s*\((?:[^()]|\([^()]*\))*\))\s*)*(\w+)[^;(){]*$"
)
ACCESS = re.compile(r"^\s*(public|protected|private|signals|Q_SIGNALS)(?:\s+(?:slots|Q_SLOTS))?\s*:(?!:)")
# Qt's words that stand for themselves, with no semicolon: Q_OBJECT, Q_PROPERTY(int x READ x).
QT_WORD = re.compile(r"^\s*Q_(?!SIGNALS|SLOTS)[A-Z_]+(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))?")
TEMPLATE = re.compile(r"^\s*template\s*<[^;{]*?>\s*(?=[\w~:])", re.S)
FUNCTION = re.compile(r"(operator\s*(?:\(\s*\)|[^\s\w(]+|[\w:]+)|~?\w+)\s*\(")
NO_FUNCTION = ("using", "friend", "typedef", "static_assert", ",", ")")


def bare(statement):
    """Without Qt's words and what makes it a template."""
    while word := QT_WORD.match(statement):
        statement = statement[word.end() :]
    return TEMPLATE.sub("", statement.strip())


def without_arguments(statement):
    """Without the arguments of templates: std::function<void(int)> is no function."""
    before = None
    while before != statement:
        before = statement
        statement = re.sub(r"(?<=\w)(?<!operator)\s*<[^<>]*>", "", statement)
    return statement


def classes(text):
    """(name, its methods) of every class in a text, inner ones by themselves."""
    open_ones, found, statement = [], [], ""
    for sign in plain(text):
        if sign == "{":
            head = HEAD.search(without_arguments(bare(statement)))
            if head and "enum" not in statement:
                open_ones.append([head[2], head[1] != "class", [], True])
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
        elif sign == ":" and open_ones and (access := ACCESS.match(bare(statement) + sign)):
            open_ones[-1][1] = access[1] == "public"
            statement = ""
        else:
            statement += sign
    return found


def note(open_ones, statement):
    """Takes a declaration for what it is: a method of the innermost class, or not."""
    if not open_ones or not open_ones[-1][3] or not open_ones[-1][1]:
        return
    statement = without_arguments(bare(statement))
    head = statement.split("(")[0]
    if statement.startswith(NO_FUNCTION) or ("=" in head and "operator" not in head):
        return
    function = FUNCTION.search(statement)
    name = open_ones[-1][0]
    if function and function[1].replace(" ", "") not in (name, "~" + name, "operator="):
        open_ones[-1][2].append(function[1])


def main():
    failed = False
    for folder in sys.argv[1:]:
        for source in sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix in ENDINGS and (path.parts[:2] != ("tests", "data") or folder != "tests")):
            for name, functions in classes(source.read_text(encoding="utf-8")):
                if len(functions) > MOST:
                    print(f"{source}: {name} has {len(functions)} methods")
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
