"""Pre-tokenizer steps run in the order of the file."""
# pretok(spec, text) -> list of pieces (before BPE); spec as in tokenizer.json
seq = lambda *s: {"type": "Sequence", "pretokenizers": list(s)}
punct = {"type": "Punctuation", "behavior": "Contiguous"}; digits = {"type": "Digits", "individual_digits": False}
three = {"type": "Split", "pattern": {"Regex": "[0-9][0-9][0-9]"}, "behavior": "Isolated", "invert": False}
one = {"type": "Digits", "individual_digits": True}
assert pretok(seq(punct, digits, three), "ab!!12345") == ["ab", "!!", "123", "45"]
assert pretok(seq(digits, three), "x1234567y") == ["x", "123", "456", "7", "y"]
assert pretok(seq(three), "a12b3456") == ["a12b", "345", "6"]
assert pretok(seq(one), "v2024") == ["v", "2", "0", "2", "4"] and pretok(seq(digits), "v2024") == ["v", "2024"]
assert pretok(seq(punct), "a,.b") == ["a", ",.", "b"] and pretok(seq({"type": "Punctuation", "behavior": "Isolated"}), "a,.b") == ["a", ",", ".", "b"]
assert pretok(seq(), "a 1") == ["a 1"] and pretok(seq(three), "") == []
