"""The command-line tool: what it prints, where, and the exit codes.
SPDX-License-Identifier: MIT"""
import json
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import time

import pytest
import wootz as torch

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(torch.__file__)))), "wootz")
STORYTELLER = os.path.join(ROOT, "models", "storyteller")


def wootz(*args, stdin="", **options):
    """(exit code, standard output, standard error) as text."""
    p = subprocess.run([TOOL, *(a if isinstance(a, bytes) else str(a) for a in args)], input=stdin.encode() if isinstance(stdin, str) else stdin,
                       capture_output=True, timeout=120, **options)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def fails(*args, code=1, says="", **options):
    """The one line on stderr of a command that must fail with this exit code and print nothing else."""
    rc, out, err = wootz(*args, **options)
    assert rc == code and out == "" and says in err, (rc, out, err)
    lines = err.splitlines()
    assert lines[0].startswith("wootz") and (code == 2 or len(lines) == 1), err
    return lines[0]


# ---- a model that says what the test wants ----

IM_START, IM_END, VOCAB = 256, 257, 264
SAYS = "\u00e9\U0001f600\u6f22!"


def parrot(folder, template="{% for m in messages %}<|im_start|>{{ m.role }}\\n{{ m.content }}<|im_end|>\\n{% endfor %}"):
    """A checkpoint whose next token depends on the last one alone: x and a line end are followed by SAYS, byte by byte,
    then the end of the turn; y by a byte that is no UTF-8 and z; l by l for ever."""
    after = {i: IM_END for i in range(VOCAB)}
    said = b"x" + SAYS.encode()
    after.update(zip(said, said[1:]))
    after.update({ord("\n"): said[1], ord("y"): 0xff, 0xff: ord("z"), ord("l"): ord("l")})
    head = torch.zeros(VOCAB, VOCAB)
    for now, then in after.items():
        head[then, now] = 1.0
    tensors = {"model.embed_tokens.weight": torch.eye(VOCAB), "model.norm.weight": torch.ones(VOCAB), "lm_head.weight": head}
    for name in ("input_layernorm", "post_attention_layernorm"):
        tensors["model.layers.0.%s.weight" % name] = torch.ones(VOCAB)
    for name in "qkvo":
        tensors["model.layers.0.self_attn.%s_proj.weight" % name] = torch.zeros(VOCAB, VOCAB)
    for name, size in (("gate", (8, VOCAB)), ("up", (8, VOCAB)), ("down", (VOCAB, 8))):
        tensors["model.layers.0.mlp.%s_proj.weight" % name] = torch.zeros(*size)
    folder.mkdir()
    torch.save_file(tensors, folder / "model.safetensors")
    config = {"model_type": "llama", "vocab_size": VOCAB, "hidden_size": VOCAB, "num_hidden_layers": 1, "num_attention_heads": 4,
              "intermediate_size": 8, "max_position_embeddings": 1000000, "bos_token_id": None, "eos_token_id": None}
    (folder / "config.json").write_text(json.dumps(config))
    shown = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or 174 <= b]
    letters = {b: chr(b) for b in shown}
    letters.update({b: chr(256 + i) for i, b in enumerate(b for b in range(256) if b not in letters)})
    special = [{"id": i, "content": t, "special": True, "normalized": False, "lstrip": False, "rstrip": False, "single_word": False}
               for i, t in ((IM_START, "<|im_start|>"), (IM_END, "<|im_end|>"))]
    step = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}
    (folder / "tokenizer.json").write_text(json.dumps({"added_tokens": special, "pre_tokenizer": step, "decoder": step, "model": {
        "type": "BPE", "vocab": {c: b for b, c in letters.items()}, "merges": []}}))
    (folder / "tokenizer_config.json").write_text(json.dumps({"eos_token": "<|im_end|>", **({"chat_template": template} if template else {})}))
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return parrot(tmp_path_factory.mktemp("cli") / "parrot")


def counts(err):
    """(prompt tokens, generated tokens) of the closing line."""
    m = re.search(r"prompt (\d+) tokens, [\d.]+ tokens/s; decode (\d+) tokens, [\d.]+ tokens/s; peak memory [\d.]+ MB$", err)
    assert m, err
    return int(m[1]), int(m[2])


# ---- the tool as a whole ----

def test_help_and_usage():
    rc, out, err = wootz("--help")
    assert rc == 0 and err == "" and out.startswith("usage: wootz COMMAND")
    for command in ("run", "info", "inspect", "ops"):
        assert "  %s " % command in out
        rc, text, err = wootz(command, "--help")
        assert rc == 0 and err == "" and text.startswith("usage: wootz %s" % command) and "--help" in text
    assert wootz("--version")[1].startswith("wootz 0.")
    rc, out, err = wootz()
    assert rc == 2 and out == "" and err.startswith("usage:")
    fails("frobnicate", code=2, says="unknown command 'frobnicate'")


def test_info():
    rc, out, err = wootz("info")
    assert rc == 0 and err == "" and "cpu" in out and "threads:" in out and "\033" not in out
    for kind in ("cuda", "mps"):
        assert kind in out
    fails("info", "extra", code=2, says="unexpected argument 'extra'")
    fails("info", "--what", code=2, says="unknown option '--what'")


def test_ops():
    rc, out, _ = wootz("ops")
    assert rc == 0 and "\nmatmul(" in out and "cpu: " in out
    rc, out, _ = wootz("ops", "--brief", "soft")
    assert rc == 0 and out and all(line.split("(")[0].split(".")[-1].startswith("soft") for line in out.splitlines())
    fails("ops", "no_such_operation", says="no operation begins with 'no_such_operation'")
    fails("ops", "--device", "tpu", says="tpu")


def test_output_that_cannot_be_written():
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    for args in (("ops",), ("inspect", STORYTELLER)):
        with open("/dev/full", "wb") as full:
            p = subprocess.run([TOOL, *args], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert p.returncode == 1 and b"could not be written" in p.stderr


# ---- inspect ----

def test_inspect_folder():
    rc, out, err = wootz("inspect", STORYTELLER + "/")
    assert rc == 0 and err == "" and STORYTELLER + "/config.json\n" in out and "\033" not in out
    assert "316 tensors, 2,950,592 numbers, 5.9 MB" in out and "1536 tokens" in out and "1535 s  <|im_end|>" in out
    rows = [line.split() for line in out.splitlines() if line.startswith("  BF16 ") and "model." in line]
    assert len(rows) == 316 and rows[0][-1] == "model.embed_tokens.weight" and "[1536, 160]" in " ".join(rows[0])
    rc, brief, _ = wootz("inspect", STORYTELLER, "--brief")
    assert rc == 0 and "316 tensors" in brief and "model.embed_tokens.weight" not in brief


def test_inspect_json():
    rc, out, _ = wootz("inspect", "--json", STORYTELLER)
    d = json.loads(out)
    with open(os.path.join(STORYTELLER, "config.json")) as f:
        assert d["config"] == json.load(f)
    tensors = torch.load_file(os.path.join(STORYTELLER, "model.safetensors"))
    assert {t["name"]: tuple(t["shape"]) for t in d["tensors"]} == {k: tuple(v.shape) for k, v in tensors.items()}
    assert d["runs"] is True and d["bytes"] == sum(t["bytes"] for t in d["tensors"]) and d["metadata"] == {"format": "pt"}
    assert d["tokenizer"]["n_tokens"] == 1536 and d["tokenizer"]["eos"] == 1533


def test_inspect_shards(tmp_path):
    torch.save_file({"a.10.w": torch.zeros(2, 3), "a.9.w": torch.zeros(4)}, tmp_path / "model-1.safetensors")
    torch.save_file({"b\033[31m": torch.zeros(5, dtype=torch.int8)}, tmp_path / "model-2.safetensors")
    index = {"metadata": {}, "weight_map": {"a.10.w": "model-1.safetensors", "a.9.w": "model-1.safetensors", "b\033[31m": "model-2.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    rc, out, err = wootz("inspect", tmp_path)
    assert rc == 0 and err == "" and "3 tensors, 15 numbers, 45 B" in out and "\033" not in out
    rows = [line.split() for line in out.splitlines() if "model-" in line]
    assert [r[-2:] for r in rows] == [["a.9.w", "model-1.safetensors"], ["a.10.w", "model-1.safetensors"], ["b\\x1b[31m", "model-2.safetensors"]]
    d = json.loads(wootz("inspect", tmp_path, "--json")[1])
    assert [t["name"] for t in d["tensors"]] == ["a.9.w", "a.10.w", "b\033[31m"] and d["tensors"][2]["file"] == "model-2.safetensors"
    (tmp_path / "model-2.safetensors").unlink()
    fails("inspect", tmp_path, says="model-2.safetensors")


def test_inspect_files():
    rc, out, _ = wootz("inspect", os.path.join(STORYTELLER, "tokenizer.json"))
    assert rc == 0 and "1277 merges" in out and "Sequence of Split, ByteLevel" in out
    rc, out, _ = wootz("inspect", os.path.join(STORYTELLER, "config.json"))
    assert rc == 0 and "hidden_size" in out and "runs with wootz" not in out
    rc, out, _ = wootz("inspect", os.path.join(STORYTELLER, "model.safetensors"), "-b")
    assert rc == 0 and "316 tensors" in out


def test_inspect_bad_files(tmp_path):
    def put(name, data):
        (tmp_path / name).write_bytes(data)
        return tmp_path / name
    header = json.dumps({"x": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}).encode()
    good = struct.pack("<Q", len(header)) + header + bytes(16)
    assert wootz("inspect", put("good.bin", good))[0] == 0
    fails("inspect", tmp_path / "nothing", says="No such file")
    fails("inspect", tmp_path, says="holds none of")
    fails("inspect", put("cut.safetensors", good[:-1]), says="cut.safetensors")
    fails("inspect", put("header.safetensors", good[:20]), says="header.safetensors")
    fails("inspect", put("empty", b""), says="neither a safetensors nor a GGUF file nor JSON")
    fails("inspect", put("text.txt", b"Once upon a time there was"), says="neither a safetensors nor a GGUF file nor JSON")
    fails("inspect", put("bad.json", b'{"a": 1,}'), says="bad.json")
    fails("inspect", put("list.json", b"[1]"), says="holds no JSON object")
    fails("inspect", put("tok.json", b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}}'), says="merge 0")
    fails("inspect", code=2, says="which file or folder?")
    fails("inspect", "a", "b", code=2, says="unexpected argument 'b'")
    shutil.copytree(STORYTELLER, tmp_path / "model")
    (tmp_path / "model" / "tokenizer.json").write_bytes(b"{")
    rc, out, err = wootz("inspect", tmp_path / "model")
    assert rc == 1 and len(err.splitlines()) == 1 and "tokenizer.json" in err and "316 tensors" in out


# ---- run ----

def test_run_story():
    rc, out, err = wootz("run", STORYTELLER, "--prompt", "Once upon a time", "--greedy", "-n", 40)
    assert rc == 0 and out.startswith("Once upon a time") and out.endswith("\n") and "\r" not in err and "\033" not in err
    prompt, new = counts(err)
    assert prompt == 4 and new == 40
    assert wootz("run", STORYTELLER, "--prompt", "-", "--greedy", "-n", 40, stdin="Once upon a time")[1] == out[len("Once upon a time"):]
    assert wootz("run", STORYTELLER, "--prompt=Once upon a time", "-g", "-n", 40, "-q", "--threads", 1) == (0, out, "")


def test_run_seeds():
    story = lambda *more: wootz("run", STORYTELLER, "-n", 30, "-q", *more)[1]
    assert story("--seed", 1) == story("--seed", 1) != story("--seed", 2)
    assert story() != story()
    assert story("--temperature", 0) == story("--greedy", "--seed", 5) == story("--top-k", 1)


def test_run_whole_characters_only(model):
    """Every write is valid UTF-8, though the model makes one byte at a time."""
    p = subprocess.Popen([TOOL, "run", model, "-g", "-p", "x"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    parts = []
    while True:
        part = os.read(p.stdout.fileno(), 65536)
        if not part:
            break
        parts.append(part.decode())
    assert p.wait(60) == 0 and "".join(parts) == "x" + SAYS + "\n"
    assert counts(p.communicate()[1].decode()) == (1, 10)
    assert wootz("run", model, "-g", "-q", "-p", "y") == (0, "y\ufffdz\n", "")


def test_run_max_tokens(model):
    rc, out, err = wootz("run", model, "-g", "-p", "l", "--max-tokens", 5)
    assert (rc, out) == (0, "llllll\n") and counts(err) == (1, 5)
    assert len(wootz("run", model, "-g", "-q", "-p", "l")[1]) == 402


def test_run_interrupted(model):
    p = subprocess.Popen([TOOL, "run", model, "-g", "-p", "l", "-n", "100000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.stdout.read(10) == b"llllllllll"
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=60)
    assert p.returncode == 130 and out.endswith(b"\n") and counts(err.decode())[1] >= 9


def test_run_closed_pipe(model):
    p = subprocess.Popen([TOOL, "run", model, "-g", "-p", "l", "-n", "100000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert p.stdout.read(4) == b"llll"
    p.stdout.close()
    err = p.stderr.read().decode()
    assert p.wait(60) == -signal.SIGPIPE and counts(err)[1] > 3 and "pipe" not in err
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            p = subprocess.run([TOOL, "run", model, "-p", "x"], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert p.returncode == 1 and b"could not be written: No space left on device" in p.stderr


def test_run_bad_input(model, tmp_path):
    fails("run", code=2, says="which model?")
    fails("run", tmp_path / "nothing", says="does not exist")
    fails("run", tmp_path, says="config.json")
    fails("run", os.path.join(STORYTELLER, "config.json"), says="neither a folder nor a GGUF file")
    for option, value, text in (("--max-tokens", "0", "between 1"), ("--max-tokens", "many", "a whole number"), ("--temperature", "-1", "between 0"),
                                ("--temperature", "nan", "a number"), ("--top-p", "1.5", "between"), ("--threads", "0", "between 1 and 256"),
                                ("--seed", "-3", "between 0"), ("--dtype", "int8", "--dtype must be"), ("--dtype", "x", "--dtype must be"),
                                ("--flavour", "x", "unknown option"), ("--system", "x", "--system needs --chat"), ("-n", "1e3", "a whole number")):
        fails("run", model, option, value, code=2, says=text)
    fails("run", model, "--prompt", code=2, says="--prompt wants a value")
    fails("run", model, "--chat=1", code=2, says="--chat takes no value")
    fails("run", model, "--think", code=2, says="need --chat")
    fails("run", model, "more", code=2, says="unexpected argument 'more'")
    fails("run", model, "--device", "tpu", says="tpu")
    fails("run", model, "--prompt", b"a\xff", says="not valid UTF-8 at byte 1")
    fails("run", model, "--prompt", "-", stdin=b"ab\xc3", says="not valid UTF-8 at byte 2")
    shutil.copytree(os.path.join(ROOT, "tests", "data", "families", "llama"), tmp_path / "llama")
    fails("run", tmp_path / "llama", "-p", "x", says="tokenizer.json")
    (tmp_path / "llama" / "config.json").write_text('{"model_type": "bert"}')
    fails("run", tmp_path / "llama", says="model type 'bert' is not known")


# ---- chat ----

def test_chat_piped(model):
    rc, out, err = wootz("run", model, "--chat", "-g", stdin="hello\n\nagain\n/reset\nonce more")
    assert (rc, out) == (0, (SAYS + "\n") * 3)
    turn = lambda text: 1 + len("user\n") + len(text) + 2 + 1 + len("assistant\n")
    prompt, new = counts(err)  # what the session holds, the answer's tokens too, is not computed again
    assert new == 30 and prompt == turn("hello") + (2 + turn("again")) + turn("once more") - len("Suser\n")
    assert wootz("run", model, "--chat", "-g", "-q", stdin="a\n/quit\nb\n") == (0, SAYS + "\n", "")
    assert wootz("run", model, "--chat", "-q", stdin="") == (0, "", "")


def test_chat_typed_tokens_are_text(model):
    turn = lambda text: 1 + len("user\n") + len(text) + 2 + 1 + len("assistant\n")
    rc, out, err = wootz("run", model, "--chat", "-g", stdin="<|im_end|>\n")
    assert rc == 0 and counts(err)[0] == turn("<|im_end|>")
    rc, out, err = wootz("run", model, "--chat", "-g", "--prompt", "two\nlines", "--system", "sys")
    assert (rc, out) == (0, SAYS + "\n") and counts(err)[0] == turn("two\nlines") + 1 + len("system\nsys") + 2


def test_chat_refusals(model, tmp_path):
    fails("run", model, "--chat", "--no-think", says="no switch for --think and --no-think")
    rc, out, err = wootz("run", model, "--chat", "-g", stdin=b"a\n\xff\nb\n")
    assert rc == 1 and out == SAYS + "\n" and err.splitlines() == ["wootz run: the text is not valid UTF-8 at byte 0 (0xff)"]
    other = parrot(tmp_path / "other", "{{ messages }}")
    fails("run", other, "--chat", says="this chat template is not supported")
    plain = parrot(tmp_path / "plain", None)
    assert wootz("run", plain, "--chat", "-g", "-q", stdin="a") == (0, SAYS + "\n", "")
    config = json.loads((plain / "config.json").read_text())
    (plain / "config.json").write_text(json.dumps({**config, "max_position_embeddings": 40}))
    rc, out, err = wootz("run", plain, "--chat", "-g", stdin="short\n" + "long " * 9)
    assert rc == 1 and out.startswith(SAYS[:2]) and "the model's context of 40" in err


def test_chat_waiting_is_interrupted(model):
    p = subprocess.Popen([TOOL, "run", model, "--chat", "-g"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    p.stdin.write(b"a\n")
    p.stdin.flush()
    assert p.stdout.readline().decode() == SAYS + "\n"
    time.sleep(0.1)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=60)
    assert p.returncode == 130 and out == b"" and counts(err.decode())[1] == 10


def test_chat_on_a_terminal(model):
    pty = pytest.importorskip("pty")
    main, side = pty.openpty()
    p = subprocess.Popen([TOOL, "run", model, "--chat", "-g"], stdin=side, stdout=side, stderr=side)
    os.close(side)
    seen = b""

    def until(text):
        nonlocal seen
        end = time.time() + 60
        while text.encode() not in seen:
            assert time.time() < end and select.select([main], [], [], 60)[0], seen
            seen += os.read(main, 65536)
        at = seen.index(text.encode()) + len(text.encode())
        before, seen = seen[:at].decode(errors="replace"), seen[at:]
        return before

    assert "Ctrl-C stops an answer" in until("> ")
    os.write(main, b"hi\n")
    assert SAYS in until("> ")
    os.write(main, b"/what\n")
    assert "there is no command /what" in until("> ")
    os.write(main, b"/reset\n")
    until("> ")
    os.write(main, b"\xff\n")
    assert "wootz run: the text is not valid UTF-8" in until("> ")
    os.write(main, b"\x04")
    assert "prompt 21 tokens" in until("peak memory")
    assert p.wait(60) == 0
    os.close(main)
