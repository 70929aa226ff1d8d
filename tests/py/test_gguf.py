"""GGUF files: models and tokenizers written here from the recorded checkpoints must behave as those do."""
import json
import os
import shutil
import struct
import subprocess

import numpy as np
import pytest
import wootz as torch
from gguf_file import q8_0, write
from wootz.models import AutoModelForCausalLM, AutoTokenizer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAMILIES = os.path.join(ROOT, "tests", "data", "families")
STORYTELLER = os.path.join(ROOT, "models", "storyteller")
ARCHITECTURE = {"llama": "llama", "qwen3": "qwen3", "qwen3_moe": "qwen3moe", "gemma3": "gemma3"}
NAMES = {"input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
         "self_attn.o_proj": "attn_output", "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm", "mlp.gate_proj": "ffn_gate",
         "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down", "mlp.gate": "ffn_gate_inp", "post_attention_layernorm": "ffn_norm"}
GEMMA = dict(NAMES, post_attention_layernorm="post_attention_norm", pre_feedforward_layernorm="ffn_norm", post_feedforward_layernorm="post_ffw_norm")
TOP = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


def metadata_of(family, config, **more):
    a = ARCHITECTURE[family]
    rope = config["rope_parameters"]
    m = {"general.architecture": a, a + ".context_length": config["max_position_embeddings"], a + ".embedding_length": config["hidden_size"],
         a + ".block_count": config["num_hidden_layers"], a + ".feed_forward_length": config["intermediate_size"],
         a + ".attention.head_count": config["num_attention_heads"], a + ".attention.head_count_kv": config["num_key_value_heads"],
         a + ".attention.key_length": config["head_dim"], a + ".attention.value_length": config["head_dim"],
         a + ".attention.layer_norm_rms_epsilon": config["rms_norm_eps"],
         a + ".rope.freq_base": float(rope.get("full_attention", rope)["rope_theta"])}
    if family == "gemma3":
        m[a + ".attention.sliding_window"] = config["sliding_window"]
    if family == "qwen3_moe":
        m.update({a + ".expert_count": config["num_local_experts"], a + ".expert_used_count": config["num_experts_per_tok"],
                  a + ".expert_feed_forward_length": config["moe_intermediate_size"]})
    m.update({a + "." + k: v for k, v in more.items()})
    return m


def permuted(w, heads):
    """Rows of each head from two halves to pairs, as converters of Llama do."""
    return w.reshape(heads, 2, w.shape[0] // heads // 2, -1).swapaxes(1, 2).reshape(w.shape)


def tensors_of(family, config, kind):
    """{GGUF name: (values, type)} of a recorded checkpoint; norms and routers in float32."""
    weights = {k: t.float().numpy() for k, t in torch.load_file(os.path.join(FAMILIES, family, "model.safetensors")).items()}
    names, out = GEMMA if family == "gemma3" else NAMES, {}
    for name, w in weights.items():
        base = name[:-len(".weight")]
        if ".experts." in base:
            continue
        if base in TOP:
            own = TOP[base]
        else:
            layer, rest = base[len("model.layers."):].split(".", 1)
            own = "blk.%s.%s" % (layer, names[rest])
            if family == "llama" and rest in ("self_attn.q_proj", "self_attn.k_proj"):
                w = permuted(w, config["num_attention_heads" if rest == "self_attn.q_proj" else "num_key_value_heads"])
        if family == "gemma3" and own.endswith("norm"):
            w = w + 1
        out[own + ".weight"] = (w, "F32" if w.ndim == 1 or own.endswith("inp") else kind)
    for layer in range(config["num_hidden_layers"] if family == "qwen3_moe" else 0):
        for which in ("gate", "up", "down"):
            each = [weights["model.layers.%d.mlp.experts.%d.%s_proj.weight" % (layer, e, which)] for e in range(config["num_local_experts"])]
            out["blk.%d.ffn_%s_exps.weight" % (layer, which)] = (np.stack(each), kind)
    return out


def config_of(family):
    with open(os.path.join(FAMILIES, family, "config.json")) as f:
        return json.load(f)


@pytest.mark.parametrize("family", sorted(ARCHITECTURE))
def test_families(family, tmp_path):
    config = config_of(family)
    path = tmp_path / "model.gguf"
    write(path, metadata_of(family, config), tensors_of(family, config, "BF16"))
    r = torch.load_file(os.path.join(FAMILIES, family, "reference.safetensors"))
    m = AutoModelForCausalLM.from_pretrained(path)
    assert np.abs(m(r["input_ids"]).numpy() - r["logits"].numpy()).max() < 1e-3
    prompt, greedy = r["greedy_prompt"].tolist(), r["greedy_tokens"].tolist()
    assert m.generate(prompt, max_new_tokens=len(greedy), do_sample=False, eos_token_id=()) == prompt + greedy
    assert m.config.vocab_size == config["vocab_size"] and m.num_parameters() == AutoModelForCausalLM.from_pretrained(os.path.join(FAMILIES, family)).num_parameters()


@pytest.mark.parametrize("family", sorted(ARCHITECTURE))
def test_quantised(family, tmp_path):
    """Blocks give the logits of the values that they stand for: to rounding in float32, closely in float16."""
    config = config_of(family)
    quantised = tensors_of(family, config, "Q8_0")
    plain = {k: (q8_0(w)[1] if kind == "Q8_0" else w, "F32") for k, (w, kind) in quantised.items()}
    write(tmp_path / "q.gguf", metadata_of(family, config), quantised)
    write(tmp_path / "f.gguf", metadata_of(family, config), plain)
    ids = list(range(3, 60))
    expected = AutoModelForCausalLM.from_pretrained(tmp_path / "f.gguf")(ids).numpy()
    exact = AutoModelForCausalLM.from_pretrained(tmp_path / "q.gguf", dtype=torch.float32)(ids).numpy()
    assert np.abs(exact - expected).max() < 1e-4
    half = AutoModelForCausalLM.from_pretrained(tmp_path / "q.gguf")
    assert half._info["weight_bytes"] < 0.6 * 4 * half.num_parameters()
    if family != "qwen3_moe":  # where a rounding can change which expert is chosen
        assert np.abs(half(ids).numpy() - expected).max() < 2e-2


def test_rope_divisors(tmp_path):
    """Llama 3's scaling: a rule in config.json, a tensor of divisors in GGUF."""
    config = config_of("llama")
    scaling = {"rope_type": "llama3", "rope_theta": 10000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
    shutil.copytree(os.path.join(FAMILIES, "llama"), tmp_path / "folder")
    with open(tmp_path / "folder" / "config.json", "w") as f:
        json.dump(dict(config, rope_parameters=scaling), f)
    length = 2 * np.pi / (10000.0 ** (-np.arange(8) / 8))
    smooth = (64 / length - 1) / (4 - 1)
    divisor = np.where(length > 64, 8, np.where(length < 16, 1, 1 / ((1 - smooth) / 8 + smooth)))
    tensors = tensors_of("llama", config, "BF16")
    tensors["rope_freqs.weight"] = (divisor.astype(np.float32), "F32")
    write(tmp_path / "m.gguf", metadata_of("llama", config), tensors)
    ids = list(range(150))
    expected = AutoModelForCausalLM.from_pretrained(tmp_path / "folder")(ids).numpy()
    assert np.abs(AutoModelForCausalLM.from_pretrained(tmp_path / "m.gguf")(ids).numpy() - expected).max() < 1e-4
    assert np.abs(AutoModelForCausalLM.from_pretrained(os.path.join(FAMILIES, "llama"))(ids).numpy() - expected).max() > 1e-2


def test_layer_pattern_and_tied(tmp_path):
    """Without output.weight the embedding is the head; a list of flags says which layers slide."""
    config = config_of("gemma3")
    tensors = tensors_of("gemma3", config, "F16")
    del tensors["output.weight"]
    ids = list(range(40))
    write(tmp_path / "a.gguf", metadata_of("gemma3", config), tensors)
    flags = [kind == "sliding_attention" for kind in config["layer_types"]]
    write(tmp_path / "b.gguf", metadata_of("gemma3", config, **{"attention.sliding_window_pattern": flags}), tensors)
    write(tmp_path / "c.gguf", metadata_of("gemma3", config, **{"attention.sliding_window_pattern": 2}), tensors)
    a, b, c = (AutoModelForCausalLM.from_pretrained(tmp_path / n)(ids).numpy() for n in ("a.gguf", "b.gguf", "c.gguf"))
    assert np.array_equal(a, b) and np.abs(a - c).max() > 1e-2


# ---- tokenizers ----

def test_bpe_tokenizer(tmp_path):
    with open(os.path.join(STORYTELLER, "tokenizer.json"), encoding="utf-8") as f:
        t = json.load(f)
    pieces = dict(t["model"]["vocab"], **{a["content"]: a["id"] for a in t["added_tokens"]})
    tokens = sorted(pieces, key=pieces.get)
    special = {a["content"] for a in t["added_tokens"]}
    assert [pieces[p] for p in tokens] == list(range(len(tokens)))
    merges = [m if isinstance(m, str) else " ".join(m) for m in t["model"]["merges"]]
    m = {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "qwen2", "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.merges": merges,
         "tokenizer.ggml.token_type": [3 if p in special else 1 for p in tokens], "tokenizer.ggml.eos_token_id": pieces[sorted(special)[0]],
         "tokenizer.chat_template": "{% x %}<|im_start|>"}
    write(tmp_path / "t.gguf", m, {})
    ours, folder = AutoTokenizer.from_pretrained(tmp_path / "t.gguf"), AutoTokenizer.from_pretrained(STORYTELLER)
    for text in ("Once upon a time, there was a 12-year-old dragon.", "  two  spaces\n\n\tand tabs ", "h\u00e9llo \u4f60\u597d \U0001f600", "", sorted(special)[0] + "x"):
        assert ours.encode(text) == folder.encode(text)
        assert ours.decode(ours.encode(text)) == folder.decode(folder.encode(text))
    assert ours.eos_token == sorted(special)[0] and ours.chat_template == "{% x %}<|im_start|>" and len(ours) == len(tokens)


def test_score_tokenizer(tmp_path):
    tokens = ["<unk>", "<s>", "</s>", "<turn>"] + ["<0x%02X>" % b for b in range(256)] + ["\u2581", "a", "b", "c", "ab", "bc", "\u2581ab", "abc"]
    types = [2, 3, 3, 3] + [6] * 256 + [1] * 8
    scores = [0.0] * 260 + [-9.0, -8.0, -8.0, -8.0, -2.0, -1.0, -3.0, -4.0]
    m = {"tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.scores": scores, "tokenizer.ggml.token_type": types,
         "tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.eos_token_id": 2}
    write(tmp_path / "t.gguf", dict(m, **{"tokenizer.ggml.add_space_prefix": False}), {})
    t = AutoTokenizer.from_pretrained(tmp_path / "t.gguf")
    assert t.convert_ids_to_tokens(t.encode("abc")) == ["<s>", "abc"]  # bc first by its score, then a + bc
    assert t.convert_ids_to_tokens(t.encode("abab", add_special_tokens=False)) == ["ab", "ab"]
    assert t.convert_ids_to_tokens(t.encode("<turn> \u00e9", add_special_tokens=False)) == ["<turn>", "\u2581", "<0xC3>", "<0xA9>"]
    assert t.decode(t.encode("ab \u00e9 c"), skip_special_tokens=True) == "ab \u00e9 c"
    write(tmp_path / "p.gguf", m, {})
    t = AutoTokenizer.from_pretrained(tmp_path / "p.gguf")
    assert t.convert_ids_to_tokens(t.encode("ab")) == ["<s>", "\u2581ab"] and t.decode(t.encode("ab"), skip_special_tokens=True) == "ab"


# ---- bad files ----

def test_refusals(tmp_path):
    config = config_of("llama")
    good, tensors, path = metadata_of("llama", config), tensors_of("llama", config, "F16"), tmp_path / "x.gguf"
    without = {k: v for k, v in good.items() if k != "llama.block_count"}
    missing = {k: v for k, v in tensors.items() if k != "blk.1.ffn_up.weight"}
    wrong = dict(tensors, **{"blk.2.attn_v.weight": (np.zeros((64, 64)), "F16")})
    cases = [(dict(good, **{"general.architecture": "mamba"}), tensors, "'mamba' is not read from GGUF files; known are llama"), ({}, tensors, "general.architecture"),
             (without, tensors, "no key llama.block_count"), (dict(good, **{"llama.block_count": 0}), tensors, "llama.block_count is 0"),
             (dict(good, **{"llama.block_count": "three"}), tensors, "llama.block_count is not a number"),
             (dict(good, **{"llama.attention.head_count_kv": 3}), tensors, "4 attention heads cannot share 3"),
             (dict(good, **{"llama.attention.head_count_kv": [2, 1, 2]}), tensors, "differs between layers"),
             (dict(good, **{"llama.rope.scaling.type": "yarn"}), tensors, "neither 'none' nor 'linear'"),
             (dict(good, **{"llama.expert_count": 8}), tensors, "8 experts are not supported"), (dict(good, **{"split.count": 2}), tensors, "split over 2 files"),
             (dict(good, **{"llama.rope.dimension_count": 8}), tensors, "must rotate whole heads"),
             (good, missing, "no tensor 'blk.1.ffn_up.weight'"), (good, wrong, r"'blk.2.attn_v.weight' has shape \[64, 64\].*\[32, 64\]"),
             (good, dict(tensors, **{"rope_freqs.weight": (np.ones(7), "F32")}), "7 numbers"), (good, {}, "token_embd.weight")]
    for metadata, t, why in cases:
        write(path, metadata, t)
        with pytest.raises((ValueError, RuntimeError, NotImplementedError), match=why):
            AutoModelForCausalLM.from_pretrained(path)
    write(path, good, tensors)
    with pytest.raises(ValueError, match="no tokenizer"):
        AutoTokenizer.from_pretrained(path)
    tokens = {"tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": ["a", "b"], "tokenizer.ggml.scores": [0.0]}
    for more, why in (({}, "scores has 1 entries for 2 tokens"), ({"tokenizer.ggml.scores": [0.0, float("nan")]}, "no number"), ({"tokenizer.ggml.tokens": [1, 2]}, "array of strings"),
                      ({"tokenizer.ggml.scores": [0.0, 1.0], "tokenizer.ggml.token_type": [1, 9]}, "type 9"), ({"tokenizer.ggml.scores": [0.0, 1.0], "tokenizer.ggml.model": "t5"}, "'t5'"),
                      ({"tokenizer.ggml.scores": [0.0, 1.0], "tokenizer.ggml.bos_token_id": 2}, "not both below 2")):
        write(path, dict(tokens, **more), {})
        with pytest.raises((ValueError, NotImplementedError), match=why):
            AutoTokenizer.from_pretrained(path)
    data = (tmp_path / "x.gguf").read_bytes()
    (tmp_path / "cut.gguf").write_bytes(data[:len(data) // 2])
    (tmp_path / "text.gguf").write_bytes(b"not a model at all")
    for name in ("cut.gguf", "text.gguf"):
        with pytest.raises(ValueError):
            AutoModelForCausalLM.from_pretrained(tmp_path / name)


def test_load_file_and_metadata(tmp_path):
    a = np.arange(96, dtype=np.float32).reshape(3, 32) / 7
    write(tmp_path / "x.gguf", {"general.name": "Ten\u00f6r", "n": 3, "list": [1, 2, 3]}, {"f": (a, "F32"), "h": (a, "F16"), "q": (a, "Q8_0")})
    with torch.safetensors.safe_open(tmp_path / "x.gguf") as f:
        assert f.metadata() == {"general.name": "Ten\u00f6r", "n": "3", "list": "1, 2, 3"} and f.keys() == ["f", "h", "q"]
        assert f.get_slice("q").get_dtype() == "Q8_0" and f.get_slice("q").get_shape() == [3, 32]
    t = torch.load_file(tmp_path / "x.gguf")
    assert np.array_equal(t["f"].numpy(), a) and t["h"].dtype is torch.float16 and np.array_equal(t["h"].numpy(), a.astype(np.float16))
    assert t["q"].dtype is torch.float32 and np.array_equal(t["q"].numpy(), q8_0(a)[1])
    (tmp_path / "v1.gguf").write_bytes(b"GGUF" + struct.pack("<I", 1) + b"\0" * 32)
    with pytest.raises(NotImplementedError, match="version 1"):
        torch.load_file(tmp_path / "v1.gguf")


def test_tool(tmp_path):
    """wootz inspect and wootz run on a file with a model, a tokenizer and a chat template."""
    tool = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(torch.__file__)))), "wootz")
    config = config_of("llama")
    tokens = ["<unk>", "<s>", "</s>"] + ["w%d" % i for i in range(157)]
    m = dict(metadata_of("llama", config), **{"tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.scores": [0.0] * 160,
                                              "tokenizer.ggml.token_type": [2, 3, 3] + [1] * 157, "tokenizer.ggml.bos_token_id": 1,
                                              "tokenizer.ggml.eos_token_id": 2, "escape": "\x1b[2J"})
    write(tmp_path / "m.gguf", m, tensors_of("llama", config, "Q8_0"))

    def call(*args):
        return subprocess.run([tool, *map(str, args)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    r = call("inspect", tmp_path / "m.gguf")
    assert r.returncode == 0 and "160 of string" in r.stdout and "blk.2.ffn_up.weight" in r.stdout and "\x1b" not in r.stdout
    assert [line.split()[-1] for line in r.stdout.splitlines() if "runs with wootz" in line] == ["yes"]
    j = json.loads(call("inspect", tmp_path / "m.gguf", "--json").stdout)
    assert j["runs"] is True and j["metadata"]["tokenizer.ggml.tokens"] == tokens and j["n_tensors"] == len(j["tensors"]) and j["metadata"]["escape"] == "\x1b[2J"
    assert json.loads(call("inspect", tmp_path / "m.gguf", "--json", "--brief").stdout)["metadata"]["tokenizer.ggml.tokens"] == {"n": 160, "type": "string"}
    r = call("run", tmp_path / "m.gguf", "--prompt", "w3", "--greedy", "--max-tokens", 5)
    assert r.returncode == 0 and r.stdout.startswith("w3") and "decode" in r.stderr
    (tmp_path / "bad.gguf").write_bytes((tmp_path / "m.gguf").read_bytes()[:5000])
    for command in ("run", "inspect"):
        r = call(command, tmp_path / "bad.gguf")
        assert r.returncode == 1 and r.stderr.count("\n") == 1 and "bad.gguf" in r.stderr and not r.stdout
