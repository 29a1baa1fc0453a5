"""Puts the last outcome of scripts/interop between the marks of docs/interop.md.

usage: document.py DOCUMENT MATRIX.md LOOKS.md FOREIGN.md

An outcome that is not there leaves its part of the document as it is.
"""
import pathlib
import sys


def main(document, matrix, looks, foreign):
    text = document.read_text()
    for name, outcome in (("matrix", matrix), ("looks", looks), ("foreign", foreign)):
        if not outcome.exists():
            continue
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
        head, rest = text.split(begin)
        text = head + begin + "\n" + outcome.read_text().strip() + "\n\n" + end + rest.split(end)[1]
    document.write_text(text)


main(*map(pathlib.Path, sys.argv[1:5]))
