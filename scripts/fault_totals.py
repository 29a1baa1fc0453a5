#!/usr/bin/env python3
"""Adds up the lines `tally: WHAT: N rounds, ...` of a log into the table of a page.

fault_totals.py LOG PAGE
"""
import re
import sys

LINE = re.compile(
    r"tally: (.+?): (\d+) rounds, (\d+) torn, (\d+) lost, (\d+) half steps, (\d+) strays"
)
BEGIN, END = "<!-- totals -->\n", "<!-- end of totals -->\n"


def main(log, page):
    text = open(log, encoding="utf-8").read()
    rows = {}
    for what, *numbers in LINE.findall(text):
        row = rows.setdefault(what, [0] * 5)
        for i, number in enumerate(numbers):
            row[i] += int(number)
    rows["all"] = [sum(column) for column in zip(*rows.values())]
    table = "| what | rounds | torn | lost | half steps | strays |\n|---|---|---|---|---|---|\n"
    for what, row in rows.items():
        table += "| " + " | ".join([what, *(f"{n:,}" for n in row)]) + " |\n"
    skipped = sorted(set(re.findall(r"SKIP\s+: (.+)", text)))
    table += "".join(f"\nNot done here: {line}\n" for line in skipped)
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + table + END + rest.split(END)[1])
    print(table)


main(*sys.argv[1:])
