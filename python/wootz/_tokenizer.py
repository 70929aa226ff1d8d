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


class Tokenizer:
    """A tokenizer.json, opened. Use AutoTokenizer.from_pretrained."""

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

    # ---- chat ----

    def _parts(self, messages, add_generation_prompt):
        """The rendered chat as (text, is it the template's own) pairs."""
        template = self.chat_template
        if not template:
            raise ValueError("this tokenizer has no chat template")
        for m in messages:
            if not isinstance(m, dict) or not isinstance(m.get("role"), str) or not isinstance(m.get("content"), str):
                raise ValueError("each message must have a role and a content, got %r" % (m,))
        own, said = (lambda t: (t, True)), (lambda t: (t, False))
        out = []
        if "<|start_header_id|>" in template:
            out.append(own(self.bos_token or ""))
            for m in messages:
                out += [own("<|start_header_id|>%s<|end_header_id|>\n\n" % m["role"]), said(m["content"].strip()), own("<|eot_id|>")]
            end = "<|start_header_id|>assistant<|end_header_id|>\n\n"
        elif "<start_of_turn>" in template:
            out.append(own(self.bos_token or ""))
            messages = list(messages)
            system = messages.pop(0)["content"] + "\n\n" if messages and messages[0]["role"] == "system" else ""
            for i, m in enumerate(messages):
                if (m["role"] == "user") != (i % 2 == 0):
                    raise ValueError("roles must alternate user, assistant, user, ...; message %d is %s" % (i, m["role"]))
                role = "model" if m["role"] == "assistant" else m["role"]
                out += [own("<start_of_turn>%s\n" % role), said((system if i == 0 else "") + m["content"].strip()), own("<end_of_turn>\n")]
            end = "<start_of_turn>model\n"
        elif "<|im_start|>" in template and "tool" not in template and "think" not in template:
            if template.lstrip().startswith(("{{bos_token", "{{- bos_token", "{{ bos_token")):
                out.append(own(self.bos_token or ""))
            for m in messages:
                out += [own("<|im_start|>%s\n" % m["role"]), said(m["content"]), own("<|im_end|>\n")]
            end = "<|im_start|>assistant\n"
        else:
            raise NotImplementedError("this chat template is not known; plain ChatML (im_start), Llama 3 (start_header_id) and Gemma (start_of_turn) are")
        return out + ([own(end)] if add_generation_prompt else [])

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=False):
        """Renders messages [{"role": ..., "content": ...}, ...] as the model was trained on them: ids, or text with
        tokenize=False. Special tokens written inside a message stay ordinary text."""
        parts = self._parts(messages, add_generation_prompt)
        if not tokenize:
            return "".join(text for text, _ in parts)
        ids = []
        for text, template in parts:
            ids += self.encode(text, add_special_tokens=False, plain=not template)
        return ids


class AutoTokenizer:
    @staticmethod
    def from_pretrained(path):
        """The tokenizer of a folder that holds tokenizer.json."""
        return Tokenizer(path)
