#!/usr/bin/env python3
"""Writes src/io/unicode_category.c, unicode_normal.c and unicode_compat.c, the Unicode tables of the tokenizers.

    pip install unicodedata2==16.0.0 tokenizers==0.23.3; tools/gen_unicode.py

Token ids must be those the models were trained with, so the tables follow the reference implementation of
tokenizer.json files (the tokenizers package, 0.23) and not the newest standard: general categories are those of
Unicode 16; canonical composition there is from about Unicode 10, and its notion of punctuation from about
Unicode 7. What that implementation does not know is listed here; compatibility forms, lower case and accents are
asked from it, one code point after another. tests/py/test_tokenizer_peer.py compares. The output is committed.
"""
import pathlib
import sys

import unicodedata2 as u
from tokenizers import normalizers

MAX = 0x110000
CATEGORIES = ("Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co").split()


def ranges(text):
    out = []
    for part in text.split():
        a, _, b = part.partition("-")
        out.append((int(a, 16), int(b or a, 16)))
    return out


# Combining marks and decompositions that are newer than the reference's normaliser.
NEW_MARKS = ranges("""7fd 897-89f 8ca-8d3 9fe c3c d3b-d3c eba 1715 1abf-1ace 1df6-1dfa a82c 10d24-10d27 10d69-10d6d
    10eab-10eac 10efd-10eff 10f46-10f50 10f82-10f85 11070 1133b 113ce-113d0 1145e 11839-1183a 1193d-1193e 11943 119e0
    11a34 11a47 11a99 11d42 11d44-11d45 11d97 11f41-11f42 1612f 16ff0-16ff1 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef
    1e4ec-1e4ef 1e5ee-1e5ef""")
NEW_WHOLES = ranges("105c9 105e4 11383 11385 1138e 11391 113c5 113c7-113c8 11938 16121-16128 16d68-16d6a")
# Punctuation that the Punctuation step does not see, and symbols that it does.
NEW_PUNCTUATION = ranges("""61d 9fd a76 c77 c84 1b4e-1b4f 1b7d-1b7f 2e43-2e4f 2e52-2e5d 10d6e 10ead 10f55-10f59
    10f86-10f89 113d4-113d5 113d7-113d8 1144b-1144f 1145a-1145b 1145d 11660-1166c 116b9 1183b 11944-11946 119e2
    11a3f-11a46 11a9a-11a9c 11a9e-11aa2 11b00-11b09 11be1 11c41-11c45 11c70-11c71 11ef7-11ef8 11f43-11f4f 11fff
    12ff1-12ff2 16d6d-16d6f 16e97-16e9a 16fe2 1e5ff 1e95e-1e95f""")
OLD_PUNCTUATION = ranges("166d 111c9")


def inside(c, table):
    return any(a <= c <= b for a, b in table)


def steps(value):
    """(first code point, value) wherever the value changes."""
    out, last = [], None
    for c in range(MAX):
        v = value(c)
        if v != last:
            out.append((c, v))
            last = v
    return out


def array(kind, name, items, per_line):
    text = "".join("    %s,\n" % ", ".join(items[i:i + per_line]) for i in range(0, len(items), per_line))
    return "\nconst %s %s[] = {\n%s};\nconst int %s = %d;\n" % (kind, name, text, name.replace("unicode_", "unicode_n_"),
                                                               len(items))


def head(name, what):
    return ("/* %s - %s, Unicode %s.\n * Made by tools/gen_unicode.py; do not edit.\n"
            " * SPDX-License-Identifier: MIT */\n#include \"unicode.h\"\n" % (name, what, u.unidata_version))


def category_file():
    numbers = {k: i for i, k in enumerate(CATEGORIES)}
    cats = ["0x%x" % (c << 5 | v) for c, v in steps(lambda c: numbers[u.category(chr(c))])]
    flat = lambda t: ["0x%x" % x for pair in t for x in pair]
    return (head("unicode_category.c", "general categories: first code point << 5 | category")
            + array("uint32_t", "unicode_categories", cats, 10)
            + "\n/* Pairs first, last: what the Punctuation step of tokenizer files does not take for punctuation, and does. */"
            + array("uint32_t", "unicode_new_punctuation", flat(NEW_PUNCTUATION), 10)
            + array("uint32_t", "unicode_old_punctuation", flat(OLD_PUNCTUATION), 12))


def normal_file():
    ccc = steps(lambda c: 0 if inside(c, NEW_MARKS) else u.combining(chr(c)))
    pairs = []
    for c in range(MAX):
        d = u.decomposition(chr(c))
        if not d or d.startswith("<") or inside(c, NEW_WHOLES):
            continue
        parts = [int(x, 16) for x in d.split()] + [0]
        pairs.append((c, parts[0], parts[1]))
    composed = sorted((a, b, i) for i, (c, a, b) in enumerate(pairs) if b and u.normalize("NFC", chr(c)) == chr(c))
    return (head("unicode_normal.c", "combining classes and canonical pairs")
            + "\n/* First code point << 8 | canonical combining class. */"
            + array("uint32_t", "unicode_classes", ["0x%x" % (c << 8 | k) for c, k in ccc], 10)
            + "\n/* Whole, first, second (0: none), by whole. */"
            + array("unicode_pair", "unicode_pairs", ["{0x%x, 0x%x, 0x%x}" % p for p in pairs], 4)
            + "\n/* Indices of the pairs that compose, by (first, second). */"
            + array("uint16_t", "unicode_composed", ["%d" % i for _, _, i in composed], 16))


def runs(items, follows):
    """Cuts the sorted items where one does not follow the one before it."""
    out = []
    for item in items:
        if out and follows(out[-1], item):
            out[-1].append(item)
        else:
            out.append([item])
    return out


def compat_file():
    every = [c for c in range(MAX) if not 0xD800 <= c < 0xE000]
    ask = lambda kind: {c: kind.normalize_str(chr(c)) for c in every}
    canonical, whole, lower = ask(normalizers.NFD()), ask(normalizers.NFKD()), ask(normalizers.Lowercase())
    compat = [(c, whole[c]) for c in every if whole[c] != canonical[c]]
    pool, ranges_ = [], []
    for run in runs(compat, lambda r, x: x[0] == r[-1][0] + 1 and len(x[1]) == len(r[-1][1])):
        ranges_ += ["{0x%x, 0x%x, %d, %d}" % (run[0][0], run[-1][0], len(pool), len(run[0][1]))]
        pool += ["0x%x" % ord(x) for _, text in run for x in text]
    cased = [(c, ord(lower[c][0]) - c) for c in every if lower[c] != chr(c) and len(lower[c]) == 1]
    steps_ = []
    for run in runs(cased, lambda r, x: x[1] == r[-1][1] and x[0] - r[-1][0] in (1, 2) and (
            len(r) == 1 or x[0] - r[-1][0] == r[1][0] - r[0][0])):
        stride = run[1][0] - run[0][0] if len(run) > 1 else 1
        steps_ += ["{0x%x, 0x%x, %d, %d}" % (run[0][0], run[-1][0], stride, run[0][1])]
    assert [c for c in every if len(lower[c]) > 1] == [0x130]
    accent = [c for c in every if normalizers.StripAccents().normalize_str("a" + chr(c)) == "a"]
    pairs = ["0x%x" % x for run in runs(accent, lambda r, x: x == r[-1] + 1) for x in (run[0], run[-1])]
    return (head("unicode_compat.c", "compatibility forms, lower case, accents")
            + "\n/* First, last, begin in unicode_compat_text, code points of each: decompositions beside the canonical ones. */"
            + array("unicode_run", "unicode_compat", ranges_, 4)
            + array("uint32_t", "unicode_compat_text", pool, 12)
            + "\n/* First, last, stride, difference to the lower case. */"
            + array("unicode_run", "unicode_lowers", steps_, 4)
            + "\n/* Pairs first, last: what StripAccents takes away. */"
            + array("uint32_t", "unicode_accents", pairs, 10))


def main():
    assert u.unidata_version == "16.0.0", "unicodedata2==16.0.0 is needed, this is " + u.unidata_version
    io = pathlib.Path(__file__).resolve().parent.parent / "src" / "io"
    (io / "unicode_category.c").write_text(category_file())
    (io / "unicode_normal.c").write_text(normal_file())
    (io / "unicode_compat.c").write_text(compat_file())
    return 0


if __name__ == "__main__":
    sys.exit(main())
