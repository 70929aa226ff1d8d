"""Tokenizers against the tokenizers package: files of every supported kind, trained on the text below, give the same
ids and the same text on strings that hypothesis makes, and character by character.

WZ_PEER_EXAMPLES=5000 tries more strings than a usual run does, and every code point.
SPDX-License-Identifier: MIT"""
import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from wootz.models import AutoTokenizer

EXAMPLES = int(os.environ.get("WZ_PEER_EXAMPLES", "40"))

WORDS = ("the quick brown fox jumps over the lazy dog, didn't it? I'll say we've 12345 of them; they're 3.14 and 2\u00bd "
         "na\u00efve caf\u00e9 \u2014 \u6771\u4eac\u306e \u4f60\u597d\uff0c\u4e16\u754c \u0645\u0631\u062d\u0628\u0627 \u0928\u092e\u0938\u094d\u0924\u0947 "
         "\ud55c\uad6d\uc5b4 \u1e69 \ufb01ne \U0001f642 \U0001f469\u200d\U0001f467 e\u0301 O\u0302\u0323 \u212b def f(a_b):\n    return a_b\n\n\tend  ")
TEXT = [WORDS, WORDS.upper(), " ".join(WORDS.split(" ")[::-1]), "the then there other " * 4, "  \n \t\n" * 3 + "a  b   c"]

WORD_END = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = WORD_END + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN2 = WORD_END + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN35 = (WORD_END + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
LFM25 = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]"
         r"|\s+(?!\S)|\s")
LINE = "\u2581"


def sequence(kind, *parts):
    return kind.Sequence(list(parts))


def byte_level(prefix=False, regex=False):
    return pre_tokenizers.ByteLevel(add_prefix_space=prefix, use_regex=regex)


def split(pattern, behavior="isolated", invert=False):
    return pre_tokenizers.Split(Regex(pattern), behavior, invert)


def cut(*steps):
    """The steps, then bytes, then a mark where each piece begins, so that ids show the pieces."""
    return sequence(pre_tokenizers, *steps, byte_level(), pre_tokenizers.Metaspace(prepend_scheme="always", split=False))


def trained(normalizer=None, pre=None, decoder=None, post=None, added=(), size=420, alphabet=None, **model):
    """The text of a tokenizer.json, trained on TEXT."""
    options = {k: v for k, v in model.items() if k in ("unk_token",)}
    t = Tokenizer(models.BPE(**options))
    if normalizer is not None:
        t.normalizer = normalizer
    if pre is not None:
        t.pre_tokenizer = pre
    bytes_there = alphabet == "bytes"
    trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False, special_tokens=model.get("specials", []),
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if bytes_there else [],
                                  limit_alphabet=400 if bytes_there else 70)
    t.train_from_iterator(TEXT, trainer)
    if decoder is not None:
        t.decoder = decoder
    if post is not None:
        t.post_processor = post
    file = json.loads(t.to_str())
    m = file["model"]
    for key in ("byte_fallback", "fuse_unk", "ignore_merges"):
        m[key] = model.get(key, False)
    if m["byte_fallback"]:
        for b in range(256):
            m["vocab"].setdefault("<0x%02X>" % b, len(m["vocab"]))
    t = Tokenizer.from_str(json.dumps(file))
    for token in added:
        (t.add_special_tokens if token.special else t.add_tokens)([token])
    return t.to_str()


def token(text, special=False, **how):
    how.setdefault("normalized", False)
    return AddedToken(text, special=special, **how)


CHAT = [token("<|endoftext|>", True), token("<|im_start|>", True), token("<|im_end|>", True), token("<think>"),
        token("</think>")]
MIXED = [token("<s>", True, lstrip=True), token("</s>", True, rstrip=True), token("<mask>", True, lstrip=True, rstrip=True),
         token("the", single_word=True), token("quick brown"), token("quick"), token("Caf\u00e9", normalized=True),
         token("fox ", normalized=True), token("e\u0301", normalized=True), token("[A", normalized=True, lstrip=True),
         token("B]", normalized=True, rstrip=True), token("\u00b2", single_word=True), token("x y", lstrip=True, rstrip=True),
         token("DOG", normalized=True, single_word=True), token("  ", False), token("\n\n", rstrip=True)]
FALLBACK = sequence(decoders, decoders.Replace(LINE, " "), decoders.ByteFallback(), decoders.Fuse())


def bos(t="<s>"):
    return processors.TemplateProcessing(single=t + " $A", special_tokens=[(t, 0)])


def byte_kind(pre, normalizer=None, **more):
    more.setdefault("decoder", decoders.ByteLevel())
    more.setdefault("added", CHAT)
    return dict(pre=pre, normalizer=normalizer, alphabet="bytes", **more)


def line_kind(normalizer, pre=None, **more):
    more.setdefault("decoder", FALLBACK)
    more.setdefault("specials", ["<unk>", "<s>", "</s>"])
    return dict(normalizer=normalizer, pre=pre, unk_token="<unk>", **more)


def kinds():
    N, P = normalizers, pre_tokenizers
    spaces = N.Replace(" ", LINE)
    out = {
        "gpt2": byte_kind(byte_level(regex=True), post=processors.ByteLevel(trim_offsets=False)),
        "gpt2 prefix": byte_kind(byte_level(prefix=True, regex=True), added=MIXED),
        "qwen2": byte_kind(sequence(P, split(QWEN2), byte_level()), N.NFC()),
        "qwen2 mixed": byte_kind(sequence(P, split(QWEN2), byte_level()), N.NFC(), added=MIXED),
        "qwen35": byte_kind(sequence(P, split(QWEN35), byte_level()), N.NFC()),
        "llama3": byte_kind(sequence(P, split(LLAMA3), byte_level()), ignore_merges=True, specials=["<s>"], post=bos()),
        "lfm25": byte_kind(sequence(P, split(LFM25), byte_level()), ignore_merges=True, specials=["<s>"],
                           post=sequence(processors, processors.ByteLevel(), bos())),
        "smollm": byte_kind(sequence(P, P.Digits(individual_digits=True), byte_level(regex=True))),
        "digits": byte_kind(cut(P.Digits(individual_digits=False))),
        "gemma": line_kind(spaces, P.Split(" ", "merged_with_previous"), byte_fallback=True, fuse_unk=True, post=bos("<unk>"),
                           added=[token("\n" * n) for n in range(1, 6)] + [token("<start_of_turn>", True)]),
        "llama2": line_kind(sequence(N, N.Prepend(LINE), spaces), byte_fallback=True, fuse_unk=True,
                            decoder=sequence(decoders, *[decoders.Replace(LINE, " "), decoders.ByteFallback(), decoders.Fuse(),
                                                         decoders.Strip(" ", 1, 0)])),
        "unknown": line_kind(spaces, added=MIXED),
        "unknown fused": line_kind(spaces, fuse_unk=True),
        "no unknown": dict(normalizer=spaces, decoder=FALLBACK),
        "spaced": dict(pre=P.Whitespace(), unk_token="<unk>", specials=["<unk>"]),
        "nfkc lower": byte_kind(byte_level(regex=True), sequence(N, N.NFKC(), N.Lowercase()), added=MIXED),
        "nfkd": byte_kind(byte_level(regex=True), sequence(N, N.NFKD(), N.StripAccents())),
        "nfd strip": byte_kind(byte_level(regex=True), sequence(N, N.NFD(), N.Strip())),
        "bytes normal": dict(normalizer=sequence(N, N.Lowercase(), N.ByteLevel()), decoder=decoders.ByteLevel(), alphabet="bytes",
                             added=MIXED),
        "replaced": byte_kind(byte_level(regex=True), sequence(N, N.Replace(Regex(r"\s+"), " "), N.Replace("a", "")), added=MIXED),
        "empty replaced": line_kind(sequence(N, N.Replace(Regex("x*|(?=q)"), "-"), N.Prepend("\u00bf")), added=MIXED),
        "words": byte_kind(cut(P.Whitespace())),
        "spaces": byte_kind(cut(P.WhitespaceSplit())),
        "word set": byte_kind(cut(split(r"\w+|[^\w\s]+", "removed", True))),
        "word chars": byte_kind(cut(split(r"[\w]+\d|\w+|\W\b|\d+"))),
        "ignored case": byte_kind(cut(split(r"(?i:[a-z]s|k+)|\s+$|^\s+|(?<=\d)\D(?!\d)|(?>a+)b"))),
    }
    for name, pattern in (("gpt2", GPT2), ("llama3", LLAMA3), ("qwen35", QWEN35), ("lfm25", LFM25)):
        out["pieces of " + name] = byte_kind(cut(split(pattern)))
    for scheme in ("always", "first", "never"):
        for whole in (False, True):
            name = "metaspace %s %s" % (scheme, "whole" if whole else "split")
            out[name] = line_kind(None, P.Metaspace(prepend_scheme=scheme, split=not whole), byte_fallback=True, added=MIXED,
                                  decoder=decoders.Metaspace(prepend_scheme=scheme, split=not whole))
    for behavior in ("isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"):
        out["punctuation " + behavior] = byte_kind(cut(P.Punctuation(behavior)))
        out["empty " + behavior] = byte_kind(cut(split(r"\d*", behavior)))
        out["inverted " + behavior] = byte_kind(cut(split(r"[ab]+|\s", behavior, True)))
    return out


KINDS = kinds()


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """Makes (peer, ours) of a kind once."""
    made = {}

    def get(name):
        if name not in made:
            text = trained(**KINDS[name])
            folder = tmp_path_factory.mktemp("kind")
            (folder / "tokenizer.json").write_text(text, encoding="utf-8")
            made[name] = Tokenizer.from_str(text), AutoTokenizer.from_pretrained(str(folder))
        return made[name]
    return get


PIECES = st.sampled_from(
    ["the", " the", "The ", "quick brown", "quick", "caf\u00e9", "Caf\u00e9", "cafe\u0301", "fox ", "[A", "B]", "[a", "DOG", "dog", "x y", "'s",
     "'S", "'\u017f", "'ll", "'LL", "'Re", "\u212a", "<s>", "</s>", "<mask>", "<|im_end|>", "<|im_", "<think>", "<start_of_turn>", "\n\n", "\n",
     "\r\n", " ", "  ", "\t", "\u00a0", "\u3000", "\u2028", "\u0085", "\u200d", "\u200b", LINE, "\u00b2", "\u00b3", "\u00b9", "\u00bc", "\u00aa", "\u00ba",
     "\u00b5", "\u0661", "\u0967", "\u2168", "1", "22", "333", "4444", "_", "-", "\u2014", "\u00bf", "$", "e\u0301", "\u0323\u0302", "\u0344", "\u0340", "\u1100",
     "\u1161", "\u11a8", "\uac00", "\ufb01", "\uff21", "\u0130", "I\u0307", "\u00df", "\u1e9e", "\u03a3", "\u01c5", "\U0001d7d8", "\U0001f642", "\U0001f469",
     "\u0e33", "\u0f77", "\ufdfa", "\u1e9b\u0323", "a", "b", "k", "<0x41>", "<unk>", "\0", "\x7f", "\ufeff", "\ufffd", "\U0010ffff"])
CHARS = st.characters(exclude_categories=["Cs"])
STRINGS = st.lists(st.one_of(PIECES, PIECES, CHARS, st.text(CHARS, max_size=4)), max_size=24).map("".join)


@pytest.mark.parametrize("name", KINDS)
def test_strings(pairs, name):
    peer, ours = pairs(name)
    last = max(peer.get_vocab().values())

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=EXAMPLES <= 40,
              suppress_health_check=list(HealthCheck))
    @given(STRINGS, st.lists(st.integers(0, last), max_size=12), st.booleans())
    def check(text, ids, special):
        want = peer.encode(text, add_special_tokens=special).ids
        assert ours.encode(text, add_special_tokens=special) == want
        for list_ in (want, ids):
            known = [i for i in list_ if peer.id_to_token(i) is not None]
            assert ours.decode(known, skip_special_tokens=special) == peer.decode(known, skip_special_tokens=special)
    check()


def code_points():
    """Every code point but few of the long runs of ideographs, syllables, private use and what is not assigned."""
    long_runs = [(0x3400, 0x9FFF), (0xAC00, 0xD7A3), (0xE000, 0xF8FF), (0x12500, 0x16000), (0x17000, 0x18CFF), (0x1B300, 0x1BC00),
                 (0x1FC00, 0x2F7FF), (0x2FA20, 0xE0000), (0xE0200, 0x10FFFF)]
    at, out = 0, []
    for first, last in long_runs if EXAMPLES < 1000 else [(0x110000, 0x110000)]:
        out += range(at, first)
        out += range(first, last, 211)
        at = last
    return [c for c in out if not 0xD800 <= c < 0xE000]


@pytest.mark.parametrize("name", ["pieces of llama3", "pieces of qwen35", "nfkc lower", "nfkd", "nfd strip", "words", "word set",
                                  "word chars", "punctuation isolated", "digits"])
def test_code_points(pairs, name):
    peer, ours = pairs(name)
    points = code_points()
    form = "%s \u0323%sA" if name.startswith("nf") else "a%s1 %s"
    for at in range(0, len(points), 1024):
        texts = [form % (chr(c), chr(c)) for c in points[at:at + 1024]]
        whole = "".join(texts)
        if peer.encode(whole).ids != ours.encode(whole):
            assert [hex(points[at + i]) for i, t in enumerate(texts) if peer.encode(t).ids != ours.encode(t)] == [], name
            assert peer.encode(whole).ids == ours.encode(whole), hex(points[at])


@pytest.mark.parametrize("name", ["qwen2", "gpt2 prefix", "gemma", "metaspace first split"])
def test_plain(pairs, name):
    """Special tokens written in the text as text."""
    peer, ours = pairs(name)
    peer.encode_special_tokens = True

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=EXAMPLES <= 40, suppress_health_check=list(HealthCheck))
    @given(STRINGS)
    def check(text):
        assert ours.encode(text, add_special_tokens=False, plain=True) == peer.encode(text, add_special_tokens=False).ids
    try:
        check()
    finally:
        peer.encode_special_tokens = False


def test_normalised_tokens(tmp_path):
    """Two added tokens that are one when normalised are refused; special ones stay special though they decode to what
    the normaliser makes of them (where the peer takes them for text)."""
    N = normalizers
    file = json.loads(trained(**byte_kind(byte_level(regex=True), N.Lowercase(), added=[token("<S>", True, normalized=True)])))
    (tmp_path / "tokenizer.json").write_text(json.dumps(file))
    ours = AutoTokenizer.from_pretrained(str(tmp_path))
    number = file["added_tokens"][0]["id"]
    assert ours.encode("a<S>b<s>") == Tokenizer.from_str(json.dumps(file)).encode("a<S>b<s>").ids
    assert ours.decode([number]) == "<s>" and ours.decode([number], skip_special_tokens=True) == ""
    file["added_tokens"].append(dict(file["added_tokens"][0], id=number + 1, content="<s>"))
    (tmp_path / "tokenizer.json").write_text(json.dumps(file))
    with pytest.raises(ValueError, match="the same when normalised"):
        AutoTokenizer.from_pretrained(str(tmp_path))
