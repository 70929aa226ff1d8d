#!/usr/bin/env python3
"""Writes src/io/unicode_tables.c: ranges of letters, marks and numbers, and what canonical composition (NFC)
needs, from Python's unicodedata. Run it when a newer Unicode version is wanted; the output is committed."""
import sys
import unicodedata as u

MAX = 0x110000


def ranges(test):
    out, start = [], None
    for c in range(MAX + 1):
        inside = c < MAX and test(c)
        if inside and start is None:
            start = c
        if not inside and start is not None:
            out.append((start, c - 1))
            start = None
    return out


def rows(items, form, per_line):
    text = [form % i if not isinstance(i, tuple) else form % i for i in items]
    return "\n".join("    " + " ".join(text[i:i + per_line]) for i in range(0, len(text), per_line))


def main():
    out = sys.stdout
    out.write("/* unicode_tables.c - made by tools/gen_unicode.py from Unicode %s. Do not edit.\n" % u.unidata_version)
    out.write(" * SPDX-License-Identifier: MIT */\n#include \"unicode.h\"\n")
    for name, letter in (("letters", "L"), ("marks", "M"), ("numbers", "N"), ("punctuation", "P"), ("symbols", "S")):
        r = ranges(lambda c: u.category(chr(c))[0] == letter)
        out.write("\nconst unicode_range unicode_%s[] = {\n%s\n};\nconst int unicode_n_%s = %d;\n"
                  % (name, rows(r, "{0x%X, 0x%X},", 8), name, len(r)))
    ccc = [(c, u.combining(chr(c))) for c in range(MAX) if u.combining(chr(c))]
    runs = []
    for c, k in ccc:
        if runs and runs[-1][1] == c - 1 and runs[-1][2] == k:
            runs[-1][1] = c
        else:
            runs.append([c, c, k])
    out.write("\nconst unicode_class unicode_classes[] = {\n%s\n};\nconst int unicode_n_classes = %d;\n"
              % (rows([tuple(r) for r in runs], "{0x%X, 0x%X, %d},", 6), len(runs)))
    dec = []
    for c in range(MAX):
        d = u.decomposition(chr(c))
        if not d or d.startswith("<") or 0xAC00 <= c < 0xD7A4:
            continue
        parts = [int(x, 16) for x in d.split()] + [0]
        composes = len(parts) == 3 and u.normalize("NFC", chr(c)) == chr(c)
        dec.append((c, parts[0], parts[1] if len(parts) == 3 else 0, int(composes)))
    out.write("\nconst unicode_pair unicode_pairs[] = {\n%s\n};\nconst int unicode_n_pairs = %d;\n"
              % (rows(dec, "{0x%X, 0x%X, 0x%X, %d},", 5), len(dec)))


main()
