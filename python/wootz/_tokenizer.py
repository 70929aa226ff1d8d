"""Tokenizers from Hugging Face folders: text to ids and back, and the chat formats of the known families.

SPDX-License-Identifier: MIT"""
import json
import os

from . import _core
from ._tensor import Tensor

__all__ = ["AutoTokenizer", "Tokenizer"]


def _ids(ids):
    if isinstance(ids, int):
        return [ids]
    if isinstance(ids, Tensor) or hasattr(ids, "tolist"):
        ids = ids.tolist()
        return [ids] if isinstance(ids, int) else ids
    return list(ids)


def _is_gguf(path):
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as f:
        return f.read(4) == b"GGUF"


class Tokenizer:
    """A tokenizer.json or the tables of a GGUF file, opened. Use AutoTokenizer.from_pretrained."""

    def __init__(self, path):
        self._tokenizer = _core.tokenizer_open(os.fspath(path))
        self.vocab_size, bos, eos, pad, unk = _core.tokenizer_info(self._tokenizer)
        self._config = {}
        config = os.path.join(path, "tokenizer_config.json")
        if os.path.isfile(config):
            with open(config, encoding="utf-8") as f:
                self._config = json.load(f)
        template = os.path.join(path, "chat_template.jinja")
        self.chat_template = self._config.get("chat_template")
        if isinstance(self.chat_template, list):
            self.chat_template = {t.get("name"): t.get("template") for t in self.chat_template}.get("default")
        if _is_gguf(path):
            self.chat_template = _core.file_metadata(_core.file_open(os.fspath(path))).get("tokenizer.chat_template")
        if os.path.isfile(template):
            with open(template, encoding="utf-8") as f:
                self.chat_template = f.read()
        for name, found in (("bos", bos), ("eos", eos), ("pad", pad), ("unk", unk)):
            token = self._config.get(name + "_token")
            token = token.get("content") if isinstance(token, dict) else token
            number = found if token is None else _core.tokenizer_id(self._tokenizer, token)
            setattr(self, name + "_token", token if token is not None or number < 0 else self.convert_ids_to_tokens(number))
            setattr(self, name + "_token_id", number if number >= 0 else None)

    def __len__(self):
        return self.vocab_size

    def __repr__(self):
        return "Tokenizer(vocab_size=%d)" % self.vocab_size

    def encode(self, text, add_special_tokens=True, plain=False):
        """The ids of text. plain: special tokens written in it are ordinary text."""
        if not isinstance(text, str):
            raise TypeError("text must be str, got %s" % type(text).__name__)
        return _core.tokenizer_encode(self._tokenizer, text, int(add_special_tokens), int(plain))

    def decode(self, ids, skip_special_tokens=False):
        """The text of ids; bytes that are no UTF-8 become U+FFFD."""
        return "".join(_core.tokenizer_decode(self._tokenizer, _ids(ids), int(skip_special_tokens)))

    def __call__(self, text, add_special_tokens=True, return_tensors=None):
        ids = self.encode(text, add_special_tokens)
        if return_tensors not in (None, "pt", "wz"):
            raise ValueError("return_tensors must be None, 'pt' or 'wz', got %r" % (return_tensors,))
        if return_tensors:
            import wootz
            return {"input_ids": wootz.tensor([ids]), "attention_mask": wootz.ones(1, len(ids), dtype=wootz.int64)}
        return {"input_ids": ids, "attention_mask": [1] * len(ids)}

    def convert_tokens_to_ids(self, tokens):
        """Id of a token (None if there is none), or of each of a list."""
        if not isinstance(tokens, str):
            return [self.convert_tokens_to_ids(t) for t in tokens]
        number = _core.tokenizer_id(self._tokenizer, tokens)
        return number if number >= 0 else self.unk_token_id

    def convert_ids_to_tokens(self, ids):
        if isinstance(ids, int):
            return _core.tokenizer_piece(self._tokenizer, ids)
        return [_core.tokenizer_piece(self._tokenizer, i) for i in _ids(ids)]

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=False, return_tensors=None,
                            enable_thinking=None, tools=None, date_string=None):
        """Messages [{"role": ..., "content": ...}, ...] as the model was trained to read them: ids, or text with
        tokenize=False. The format is found from the text of the model's chat template (ChatML, Llama 3, Gemma, Llama 2,
        Mistral, as include/wootz/chat.h says); tools and what else it cannot express is refused. Special tokens
        written inside a message stay ordinary text. enable_thinking: for templates that have the switch.
        date_string: the day that Llama 3.1's template names."""
        if not self.chat_template:
            raise ValueError("this tokenizer has no chat template")
        if tools:
            raise NotImplementedError("chat templates with tools are not supported")
        if return_tensors not in (None, "pt", "wz"):
            raise ValueError("return_tensors must be None, 'pt' or 'wz', got %r" % (return_tensors,))
        pairs = []
        for m in messages:
            if not isinstance(m, dict) or not isinstance(m.get("role"), str) or not isinstance(m.get("content"), str):
                raise ValueError("each message must have a role and a content, got %r" % (m,))
            pairs.append((m["role"], m["content"]))
        chat = _core.chat_new(self.chat_template, self.bos_token, self.eos_token, date_string)
        flags = bool(add_generation_prompt) + (0 if enable_thinking is None else 2 if enable_thinking else 4)
        if not tokenize:
            return _core.chat_render(chat, pairs, flags)
        ids = _core.chat_encode(chat, self._tokenizer, pairs, flags)
        if not return_tensors:
            return ids
        import wootz
        return wootz.tensor([ids])


class AutoTokenizer:
    @staticmethod
    def from_pretrained(path):
        """The tokenizer of a folder that holds tokenizer.json, or of a GGUF file."""
        return Tokenizer(path)
