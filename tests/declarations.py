"""What a file declares outside of classes, its folder defines, or one below: nobody gets at another room
without an include.

A function is defined there in the same namespace, with the same types of parameters, and not in an anonymous
one. A type is defined in one folder. Besides functions, a namespace holds types, aliases, and values that are given at once; in any other form
a declaration is refused. Tables (solvers, formats, layers) declare functions of folders below in one form:
`MakeFormat gltfFormat, bvhFormat;`, in a source, and not in plain `posewright`.

declarations.py FOLDER...
declarations.py --can-fail FOLDER   Each file there, or folder of files, breaks one rule, and the first line
                                    of the file (the last one) is the sentence with which it is refused.
"""

import collections
import pathlib
import re
import sys

from unit_names import plain

ENDINGS = (".h", ".inl", ".cpp")
REQUIRES = re.compile(r"^requires [\w:]+(?:<[^<>]*>)? ")
DIGRAPHS = {"<%": "{", "%>": "}", "%:": "#"}
NAMESPACE = re.compile(r"^(?:inline )?namespace\b ?([\w:]*)$")
ATTRIBUTE = re.compile(r"\[\[.*?\]\]", re.S)
TYPE = re.compile(r"^(?:enum (?:class |struct )?|class |struct |union )(?:alignas\(\w+\) )?[\w:]+(?:<.*>)?(?: final)?(?: ?:.*)?(?: ?{})?$")
DEFINED_TYPE = re.compile(r"^(?:enum (?:class |struct )?|class |struct |union )(?:alignas\(\w+\) )?(\w+)(?: final)?(?: ?:[^:].*)? ?{}$")
ALIAS = re.compile(r"^using (\w+) = (.*)$")
USING = re.compile(r"^(?:using (?:namespace )?[\w:]+|namespace \w+ = [\w:]+|static_assert ?\(.*\)|template (?:class|struct) .*)$")
OPERATOR = re.compile(r"\boperator ?[^\w\s(]+")
NAME = re.compile(r"((?:[\w:]+::)?(?:operator ?(?:\(\)|\[\]|[^\w\s(]+|[\w:]+[ &*]*)|~?\w+)) ?(?:<[^()]*>)? ?$")
TABLE = re.compile(r"^[A-Z]\w+ \w+(?:, ?\w+)*$")
VALUE = re.compile(r"^(?:inline |constexpr |static |const )+[^()]*?[\w>&*\]] ?(?:{}| = .*|{}.*)$")
MACRO = re.compile(r"\b[A-Z][A-Z0-9_]{2,}\b")
# What makes a declaration of something that stands in another file.
ELSEWHERE = re.compile(r"\bextern\b|\balias\b ?\(|\b_*(?:weakref|ifunc)_*\b ?\(")
RENAMES = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+(?:redefine_extname|weak)\b", re.M)
PARAMETER_NAME = re.compile(r"(?<=[\w>&*])(?:\s+|(?<=[&*]))(?!const\b)[a-z]\w*$")
QUALIFIED = re.compile(r"\w+::")
KEYWORDS = {"catch", "else", "requires", "decltype", "noexcept", "alignas", "sizeof"}
BASIC = r"(?:bool|char|short|int|long|unsigned|float|double|auto|std::size_t|std::string_view)"
LOCAL = re.compile(
    r"(?:^|[;{}])\s*(?:const )?[\w:]+(?:<[^;{}()]*>)?[ &*]+(\w+)\((?:[^;{}()]*, ?)?"
    rf"(?:(?:const [\w:]+(?:<[^;{{}}()]*>)? ?[&*]*|{BASIC} ?[&*]*)(?: ?[a-z]\w*)?|[\w:]+ ?[&*]+)(?:,[^;{{}}()]*)?\) ?;"
)


def joined(text):
    """Lines as the compiler reads them, without what is no code."""
    text = re.sub(r"\\[ \t\f\v\r]*\n", "", text)
    for digraph, sign in DIGRAPHS.items():
        text = text.replace(digraph, sign)
    return plain(text)


def statements(text):
    """(namespaces around, statement, bodies) of all that stands outside of classes and functions. A body is
    {} in its statement."""
    around, statement, bodies, body, depth, parens = [], "", [], "", 0, 0
    signs = joined(text)
    for at, sign in enumerate(signs):
        if depth:
            depth += (sign == "{") - (sign == "}")
            if depth:
                body += sign
                continue
            bodies.append(body)
            statement += "{}"
            follows = signs[at + 1 :].lstrip()[:1]
            if is_function(statement) and not parens and follows not in (",", "{"):
                yield tuple(around), statement, bodies
                statement, bodies = "", []
        elif sign == "{":
            if space := NAMESPACE.match(" ".join(statement.split())):
                around.append(space[1])
                statement = ""
            else:
                depth, body = 1, ""
        elif sign == "}" or (sign == ";" and not parens):
            if statement.strip():
                yield tuple(around), statement, bodies
            if sign == "}" and around:
                around.pop()
            statement, bodies = "", []
        else:
            parens += (sign == "(") - (sign == ")")
            statement += sign


def without_template(statement):
    """Without `template <...>` in front, as often as it stands there."""
    while statement.startswith("template <"):
        depth = 0
        for at, sign in enumerate(statement):
            depth += (sign == "<") - (sign == ">" and statement[at - 1] != "-")
            if sign == ">" and depth == 0:
                break
        statement = REQUIRES.sub("", statement[at + 1 :].strip())
    return statement


def bare(statement):
    return without_template(" ".join(ATTRIBUTE.sub(" ", statement).split()))


def is_function(statement):
    """Is what ends with a body a function, and neither a type nor a value?"""
    head = bare(statement)
    return "(" in head and not TYPE.match(head) and "=" not in OPERATOR.sub("", head).split("(")[0]


def parts(statement):
    """(type, name, parameters, the rest) of a function; None: it is none that can be read."""
    at = re.search(r"operator ?\(\)", statement)
    at = statement.find("(", at.end() if at else 0)
    if at < 0 or not (name := NAME.search(statement[:at])):
        return None
    end, depth = at, 0
    for end in range(at, len(statement)):
        depth += (statement[end] in "({") - (statement[end] in ")}")
        if depth == 0:
            break
    return statement[: name.start()].strip(), name[1].replace(" ", ""), statement[at + 1 : end], statement[end + 1 :].strip()


def types(parameters, aliases):
    """The types of parameters, without what a declaration and a definition may spell in two ways."""
    parameters = parameters.replace("->", "").replace("<<", "")
    found, one, depth = [], "", 0
    for sign in parameters + ",":
        depth += (sign in "({<") - (sign in ")}>")
        if sign == "," and depth == 0:
            found.append(one.split("=")[0].strip())
            one = ""
        else:
            one += sign
    out = []
    for one in found:
        one = PARAMETER_NAME.sub("", one).strip()
        for _ in range(3):
            one = re.sub(r"\w+", lambda word: aliases.get(word[0], word[0]), QUALIFIED.sub("", one))
        one = re.sub(r"\b(int|double|bool) [a-z]\w*", r"\1", QUALIFIED.sub("", one))
        one = re.sub(r"^const (?=[^&*]*$)", "", one)
        if one not in ("", "void"):
            out.append(one)
    return ", ".join(out)


def aliases_of(text):
    return dict(re.findall(r"\busing (\w+) = ([\w:]+(?:<[^;()]*>)?);", joined(text)))


class Folder:
    def __init__(self):
        self.aliases = {}
        self.defined = set()
        self.declared = []
        self.types = {}


def is_one(value):
    """Is nothing else declared behind the value?"""
    before = None
    while before != value:
        before = value
        value = re.sub(r"\([^()]*\)|{}|<[^<>]*>", "", value)
    return "," not in value


def is_table(statement, path):
    return path.suffix == ".cpp" and TABLE.match(statement)


def look_at(path, folder, broken):
    """Notes what a source declares and defines, and what it may not."""
    text = path.read_text(encoding="utf-8")
    if found := ELSEWHERE.search(joined(text)) or RENAMES.search(text):
        broken.append((path, f"names what another file has: {found[0].strip()}"))
        return
    macros = re.findall(r"^#define (\w+)\(", text, re.M)
    aliases = folder.aliases | aliases_of(text)
    for around, statement, bodies in statements(text):
        if "" in around:
            continue
        where = "::".join(around)
        whole = bare(statement)
        refused = lambda: broken.append((path, f"declares in another form: {whole}"))
        for body in bodies:
            for friend in re.findall(r"\bfriend ([^;{}]*\([^;{}]*\)[^;{}=]*);", " ".join(body.split())):
                if found := parts(bare(friend)):
                    folder.declared.append((path, f"{where}::{found[1]}", types(found[2], aliases)))
        if bodies and (named := DEFINED_TYPE.match(whole)):
            folder.types[f"{where}::{named[1]}"] = path
        if TYPE.match(whole) or ALIAS.match(whole) or USING.match(whole) or whole.startswith("concept "):
            continue
        if is_function(whole):
            found = parts(whole)
            if not found or found[1] in KEYWORDS:
                refused()
                continue
            kind, name, parameters, rest = found
            function = (f"{where}::{name}", types(parameters, aliases))
            if MACRO.search(kind) or (not kind and "::" not in name and not rest.startswith("->")):
                if where == "posewright" or name not in macros:
                    refused()
            elif "static" in kind.split() and "::" not in name:
                continue  # of this file alone
            elif whole.endswith("{}") or rest.endswith(("= default", "= delete")):
                folder.defined.add(function)
                for body in bodies:
                    if local := LOCAL.search(" ".join(body.split())):
                        broken.append((path, f"declares {local[1]} within {name}"))
            elif re.search(r"[,(]", re.sub(r"<.*>", "", rest)):
                refused()
            else:
                folder.declared.append((path, *function))
        elif not (VALUE.match(whole) and is_one(whole)) and (where == "posewright" or not is_table(whole, path)):
            refused()


def refused_of(sources):
    """All that is refused of some sources: (path, sentence)."""
    folders, broken = collections.defaultdict(Folder), []
    for path in sources:
        folders[path.parent].aliases |= aliases_of(path.read_text(encoding="utf-8"))
    everywhere = {name: meant for folder in folders.values() for name, meant in folder.aliases.items()}
    for folder in folders.values():
        folder.aliases = everywhere | folder.aliases
    for path in sources:
        look_at(path, folders[path.parent], broken)
    for name, folder in sorted(folders.items()):
        here = [other.defined for place, other in folders.items() if place == name or name in place.parents]
        for path, function, arguments in folder.declared:
            if not any((function, arguments) in defined for defined in here):
                broken.append((path, f"declares {function}({arguments}) and does not define it"))
    owners = {}
    for name, folder in sorted(folders.items()):
        for type_name, path in folder.types.items():
            if (owner := owners.setdefault(type_name, name)) != name:
                broken.append((path, f"defines {type_name}, which {owner.name} defines"))
    return broken


def sources_below(*roots):
    return [path for root in roots for path in sorted(root.rglob("*")) if path.suffix in ENDINGS]


def main():
    roots = [pathlib.Path(word) for word in sys.argv[1:] if word != "--can-fail"]
    sources = sources_below(*roots)
    if not sources:
        sys.exit("no sources")
    wrong = refused_of(sources)
    if "--can-fail" in sys.argv:
        wrong = []
        for twin in sorted(entry for root in roots for entry in root.iterdir()):
            files = sources_below(twin) or [twin]
            expected = files[-1].read_text(encoding="utf-8").split("\n")[0].removeprefix("// ")
            if (said := [sentence for _, sentence in refused_of(files)]) != [expected]:
                wrong.append((twin, f"should be refused, and only because it {expected}, not: {said}"))
    for path, sentence in wrong:
        print(f"{path} {sentence}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
