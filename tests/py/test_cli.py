"""The command-line tool: what it prints, where, and the exit codes.
SPDX-License-Identifier: MIT"""
import json
import os
import shutil
import struct
import subprocess

import pytest
import wootz as torch

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(torch.__file__)))), "wootz")
STORYTELLER = os.path.join(ROOT, "models", "storyteller")


def wootz(*args, stdin="", **options):
    """(exit code, standard output, standard error) as text."""
    p = subprocess.run([TOOL, *map(str, args)], input=stdin.encode() if isinstance(stdin, str) else stdin,
                       capture_output=True, timeout=120, **options)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def fails(*args, code=1, says="", **options):
    """The one line on stderr of a command that must fail with this exit code and print nothing else."""
    rc, out, err = wootz(*args, **options)
    assert rc == code and out == "" and says in err, (rc, out, err)
    lines = err.splitlines()
    assert lines[0].startswith("wootz") and (code == 2 or len(lines) == 1), err
    return lines[0]


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
