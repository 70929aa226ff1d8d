"""BPE applies merges by rank, leftmost first, not by longest match."""
# bpe(vocab, merges, ignore_merges=False) -> encode(text) -> ids; whole text is one pre-token
def enc(text, merges, extra=()):
    toks = sorted(set("abcdxyz,") | set(extra) | {a + b for a, b in merges}); v = {t: i for i, t in enumerate(toks)}
    return [toks[i] for i in bpe(v, merges)(text)]
M = [("b", "c"), ("a", "b"), ("ab", "c"), ("a", "bc"), ("abc", "abc")]
assert enc("abc", M[:3], ("abc",)) == ["a", "bc"]             # (b,c) has the lower rank; "abc" is in the vocabulary but unreachable
assert enc("abc", M) == ["abc"] and enc("abcab", M) == ["abc", "ab"] and enc("abcabc", M) == ["abcabc"]
A = [("a", "a"), ("aa", "aa")]
assert enc("aaa", A) == ["aa", "a"] and enc("aaaaa", A) == ["aaaa", "a"] and enc("a" * 7, A) == ["aaaa", "aa", "a"]
assert enc("ababa", [("a", "b"), ("b", "a")]) == ["ab", "ab", "a"] and enc("babab", [("a", "b"), ("b", "a")]) == ["b", "ab", "ab"]
assert enc("xyz,", [("y", "z"), ("x", "y"), ("x", "yz"), ("z", ",")]) == ["xyz", ","] and enc("", A) == []
assert enc("ab" * 3000, [("a", "b")]) == ["ab"] * 3000        # long input: no quadratic blow-up (under a second)
