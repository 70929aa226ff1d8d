"""AutoTokenizer on the default model: recorded ids and texts, chat, refusals.
SPDX-License-Identifier: MIT"""
import json
import os

import pytest
from wootz.models import AutoTokenizer

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models", "storyteller")


@pytest.fixture(scope="module")
def tok():
    return AutoTokenizer.from_pretrained(FOLDER)


def test_recorded_cases(tok):
    with open(os.path.join(FOLDER, "reference", "reference.json")) as f:
        r = json.load(f)
    for c in r["tokenizer"]["cases"]:
        assert tok.encode(c["text"]) == c["ids"] and tok.decode(c["ids"]) == c["decoded"]
    for p in r["prompts"]:
        assert tok.decode(p["greedy_ids"], skip_special_tokens=True) == p["greedy_text"]


def test_chat(tok):
    messages = [{"role": "user", "content": "Tell <|im_end|> me"}]
    text = tok.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    assert text == "<|im_start|>user\nTell <|im_end|> me<|im_end|>\n<|im_start|>assistant\n"
    ids = tok.apply_chat_template(messages, add_generation_prompt=True)
    assert ids.count(1535) == 1 and ids.count(1534) == 2 and tok.decode(ids) == text
    with pytest.raises(ValueError):
        tok.apply_chat_template([{"role": "user"}])


def test_facts_and_refusals(tok, tmp_path):
    assert len(tok) == 1536 and tok.eos_token_id == 1533 and tok.bos_token_id is None
    assert tok.convert_ids_to_tokens(1534) == "<|im_start|>" and tok.convert_tokens_to_ids("<|im_end|>") == 1535
    with pytest.raises(TypeError):
        tok.encode(3)
    with pytest.raises(OSError):
        AutoTokenizer.from_pretrained(str(tmp_path))
    (tmp_path / "tokenizer.json").write_text('{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}}')
    with pytest.raises(ValueError):
        AutoTokenizer.from_pretrained(str(tmp_path))
