"""wootz.models: language models and tokenizers from Hugging Face folders.

    model = AutoModelForCausalLM.from_pretrained("models/storyteller")
    logits = model(ids)                                   # [tokens, vocabulary]
    ids = model.generate(ids, max_new_tokens=100, do_sample=False)

SPDX-License-Identifier: MIT"""
import json
import os
from types import SimpleNamespace

from . import _core
from ._tensor import Tensor
from ._tokenizer import AutoTokenizer, Tokenizer

__all__ = ["AutoTokenizer", "Tokenizer", "AutoModelForCausalLM", "CausalLM", "Session", "sample"]


def _id_list(ids):
    """Ids as a list, and the shape to give results in: None for a list, else the tensor's."""
    if isinstance(ids, Tensor):
        if ids.dtype.is_floating_point or ids.dtype.is_complex or ids.dtype is _core.bool:
            raise TypeError("token ids must be integers, got %r" % ids.dtype)
        if ids.ndim == 2 and ids.shape[0] != 1:
            raise NotImplementedError("one sequence at a time: got ids of shape %s" % (tuple(ids.shape),))
        if ids.ndim not in (1, 2):
            raise ValueError("token ids must have 1 dimension, or 2 with a batch of 1, got %d" % ids.ndim)
        return ids.reshape(-1).tolist(), ids
    if hasattr(ids, "tolist"):
        ids = ids.tolist()
    ids = list(ids)
    if len(ids) == 1 and isinstance(ids[0], (list, tuple)):
        ids = list(ids[0])
    return ids, None


class Session:
    """One conversation: its tokens and the caches that go with them."""

    def __init__(self, model, capacity=0):
        self._model = model
        self._session = _core.lm_session(model._lm, capacity)

    def sync(self, ids, progress=None):
        """Makes the tokens equal to ids, keeping what matches from the start; the rest is computed in chunks."""
        _core.lm_sync(self._session, _id_list(ids)[0], progress)

    def push(self, id):
        """One more token."""
        _core.lm_push(self._session, id)

    def set_chunk(self, tokens):
        """Tokens computed at once while prefilling."""
        _core.lm_set_chunk(self._session, tokens)

    def __len__(self):
        return _core.lm_length(self._session)

    def logits(self):
        """Logits after the last token, a float32 tensor; None before the first."""
        return _core.lm_logits(self._session, self._model.config.vocab_size)

    def sample(self, do_sample=None, temperature=None, top_k=None, top_p=None, min_p=None, repetition_penalty=None, seed=0):
        """The next token by the given rules; what is not given is the model's own default."""
        d = self._model._info

        def pick(name, value):
            return d[name] if value is None else value
        return _core.lm_sample(self._session, bool(pick("do_sample", do_sample)), float(pick("temperature", temperature)),
                               int(pick("top_k", top_k) or 0), float(pick("top_p", top_p)), float(pick("min_p", min_p)),
                               float(pick("repetition_penalty", repetition_penalty)), int(seed))


class CausalLM:
    """A loaded language model. Immutable; sessions hold what changes."""

    def __init__(self, path, device="cpu", dtype=None, progress=None):
        self._path = os.fsdecode(path)
        self._lm = _core.lm_open(self._path, device, dtype, progress)
        self._info = _core.lm_info(self._lm)
        self.device = _core.device_open(device)
        self._session = None
        self.config = self._read_config()
        self.generation_config = SimpleNamespace(**{k: self._info[k] for k in ("do_sample", "temperature", "top_k", "top_p", "min_p",
                                                                               "repetition_penalty")}, eos_token_id=list(self._info["eos"]))

    def _read_config(self):
        values = {}
        file = os.path.join(self._path, "config.json")
        if os.path.isfile(file):
            with open(file, encoding="utf-8") as f:
                values = json.load(f)
        info = self._info
        values.update(model_type=info["family"], num_hidden_layers=info["n_layers"], hidden_size=info["hidden"], vocab_size=info["vocab"],
                      max_position_embeddings=info["context"], eos_token_id=list(info["eos"]) or None,
                      bos_token_id=info["bos"] if info["bos"] >= 0 else None)
        return SimpleNamespace(**values)

    def num_parameters(self):
        return self._info["n_params"]

    def eval(self):
        return self

    def session(self, capacity=0):
        """A new, empty conversation."""
        return Session(self, capacity)

    def __call__(self, input_ids, output_hidden_states=False):
        """Logits [tokens, vocabulary] of a full pass; with output_hidden_states also the tuple of hidden states
        (the embedding, then each layer's output), as (logits, states)."""
        ids, _ = _id_list(input_ids)
        out = _core.lm_forward(self._lm, ids, self._info["n_layers"] + 1 if output_hidden_states else 0)
        return (out[0], out[1:]) if output_hidden_states else out[0]

    forward = __call__

    def stream(self, input_ids, max_new_tokens=20, do_sample=None, temperature=None, top_k=None, top_p=None, min_p=None,
               repetition_penalty=None, seed=0, eos_token_id=None, session=None):
        """Yields new tokens one by one; ends after max_new_tokens or after an end token, which is yielded too."""
        ids, _ = _id_list(input_ids)
        if not ids:
            raise ValueError("generation needs at least one token to start from")
        ends = self._info["eos"] if eos_token_id is None else (eos_token_id,) if isinstance(eos_token_id, int) else tuple(eos_token_id)
        if session is None:
            session = self._session = self._session or self.session()
        session.sync(ids)
        for n in range(max_new_tokens):
            token = session.sample(do_sample, temperature, top_k, top_p, min_p, repetition_penalty, seed)
            yield token
            if token in ends or n + 1 == max_new_tokens:
                return
            session.push(token)

    def generate(self, input_ids, max_new_tokens=20, **options):
        """The prompt followed by new tokens, in the form of input_ids (tensor or list). Options as for stream."""
        ids, tensor = _id_list(input_ids)
        out = ids + list(self.stream(ids, max_new_tokens, **options))
        if tensor is None:
            return out
        from . import tensor as make
        t = make(out, dtype=_core.int64, device=tensor.device)
        return t.reshape(1, -1) if tensor.ndim == 2 else t


class AutoModelForCausalLM:
    """Loads any supported model."""

    @classmethod
    def from_pretrained(cls, path, *, device="cpu", dtype=None, torch_dtype=None, progress=None):
        """path: a folder with config.json and *.safetensors, or a GGUF file. dtype converts the weights while loading."""
        dtype = torch_dtype if dtype is None else dtype
        if isinstance(dtype, str):
            if dtype != "auto" and _core.find_dtype(dtype) is None:
                raise ValueError("there is no dtype %r" % dtype)
            dtype = None if dtype == "auto" else _core.find_dtype(dtype)
        return CausalLM(path, device, dtype, progress)


def sample(logits, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, generator=None):
    """A token drawn from logits [..., V] (int64 [...]), computed in float64. temperature 0 takes the largest. top_k > 0 keeps the
    k most likely tokens, top_p < 1 the fewest whose probabilities reach it, min_p those not below that share of the largest;
    the most likely token always stays."""
    import wootz as w
    if temperature < 0 or top_k < 0 or not 0 <= top_p <= 1 or not 0 <= min_p <= 1:
        raise ValueError("sample: temperature and top_k must not be negative, top_p and min_p must lie in [0, 1], got %s, %s, %s, %s" %
                         (temperature, top_k, top_p, min_p))
    if temperature == 0:
        return logits.argmax(-1)
    p, ids = w.sort(w.softmax(logits.double() / temperature, -1), dim=-1, descending=True, stable=True)
    keep = p.cumsum(-1) - p < top_p if top_p < 1 else w.ones_like(p, dtype=w.bool)
    if top_k:
        keep[..., top_k:] = False
    if min_p > 0:
        keep &= p >= min_p * p[..., :1]
    keep[..., :1] = True
    p = p * keep
    rows = p.reshape(-1, p.shape[-1])
    drawn = w.multinomial(rows, 1, generator=generator).reshape(p.shape[:-1] + (1,))
    return ids.gather(-1, drawn).squeeze(-1)
